import type { Input } from '@jeongsan/http-contract';
import type { payByWallet as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { walletTypeUnder } from '../api/path-alias.js';
import { Refused } from '../api/refused.js';
import { approvePayment } from '../payments/approve-payment.js';
import { assertOrderIsFree } from '../payments/assert-order-is-free.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { openPayment } from '../payments/open-payment.js';
import type { PaymentDetails } from '../payments/payment-row.js';
import { takeDiscount } from '../promotions/take-discount.js';
import type { Call } from '../world.js';
import { assertCardPoint, assertInstallments } from './charge-rules.js';
import { lockPayer } from './customer.js';
import { lockOwnMethod, type MethodRow } from './method.js';
import { detailsOfMethod, markUsed, paymentMethodOf, rememberMethod } from './wallet-payment.js';
import { askForReceipt } from './wallet-receipt.js';

type Body = Input<typeof contract>['body'];

/** Charges a method without its customer (document 2 section 4). A refused charge stores nothing but its answer. */
export const payByWallet: Handler<typeof contract> = async (call, { body }) => {
  if (!call.world.merchant.settings.walletAutomaticPayments) throw new Refused('NOT_SUPPORTED_METHOD');
  const customer = await lockPayer(call.sql, body.customerKey);
  const method = await lockOwnMethod(call.sql, customer.id, body.methodKey);
  await assertChargeable(call, body, method);
  const payment = await openPayment(call, {
    type: walletTypeUnder(call),
    customerKey: body.customerKey,
    method: paymentMethodOf(method),
    details: await detailsOfCharge(call, body, method),
    amount: body.amount,
    orderId: body.orderId,
    orderName: body.orderName,
    taxFreeAmount: body.taxFreeAmount,
    // Card payments never count as culture expenses.
    cultureExpense: method.kind === 'ACCOUNT' && body.cultureExpense === true,
    isAuthenticated: true,
  });
  // ASSUMED: a card payment has no cash receipt, and a request for one is ignored.
  if (method.kind === 'ACCOUNT') await askForReceipt(call.sql, payment.paymentKey, body.cashReceipt);
  await rememberMethod(call, payment.paymentKey, method);
  await markUsed(call, payment.paymentKey);
  return approvePayment(call, payment);
};

async function assertChargeable(call: Call, body: Body, method: MethodRow): Promise<void> {
  const { settings } = call.world.merchant;
  assertMinimum(paymentMethodOf(method), body.amount);
  assertInstallments(method, body.amount, body.cardInstallmentPlan ?? 0, settings);
  if (body.useCardPoint) assertCardPoint(method, settings);
  await assertOrderIsFree(call.sql, body.orderId);
  if (method.refuseWith !== null) throw new Refused(method.refuseWith);
}

async function detailsOfCharge(call: Call, body: Body, method: MethodRow): Promise<PaymentDetails> {
  const { amount, discountCode } = body;
  const details = await detailsOfMethod(call, method, {
    amount,
    months: body.cardInstallmentPlan ?? 0,
    useCardPoint: body.useCardPoint ?? false,
  });
  const discount =
    discountCode === undefined
      ? null
      : await takeDiscount(call, {
          code: discountCode,
          method: paymentMethodOf(method),
          institution: method.institution,
          amount,
          payType: 'WALLET',
        });
  return discount === null ? details : { ...details, discount: { amount: discount } };
}
