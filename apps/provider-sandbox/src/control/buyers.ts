import type { Input } from '@jeongsan/http-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { isErrorCode } from '../api/refused.js';
import { authenticatePayment } from '../payments/authenticate-payment.js';
import { openPayment } from '../payments/open-payment.js';
import { storeReceiptRequest } from '../cash-receipts/receipt-request.js';
import { finishOverseasCancel } from '../payments/overseas-cancels.js';
import { lockPayment, paymentOf, readCancels } from '../payments/payment.js';
import { type CardChoice, detailsOf, overseasProviderOf } from '../payments/payment-details.js';
import { chooseAccount } from '../virtual-accounts/choose-account.js';
import type { ControlHandler } from './control-handler.js';
import { invalid, notFound, notPossible } from './control-refusals.js';

type Purchase = Input<typeof contract.payAsBuyer>['body'];

/** Plays a buyer who opens the window and authenticates: the payment is IN_PROGRESS and can be confirmed. */
export const payAsBuyer: ControlHandler<typeof contract.payAsBuyer> = async (call, { body }) => {
  const { method, refuseWith, card, currency } = body;
  assertAddsUp(body);
  if (refuseWith !== undefined && !isErrorCode(refuseWith))
    throw invalid(`${refuseWith} is no error code of the provider`);
  const details = detailsOf[method](body.amount, { ...body, card: card && cardChoice(card) });
  const country = overseasProviderOf(details)?.country ?? 'KR';
  const isPartialCancelable = !card?.isForeign;
  const cultureExpense = method !== '카드' && (body.cultureExpense ?? false);
  const opened = { ...body, method, details, refuseWith, currency, country, isPartialCancelable, cultureExpense };
  const isAuthenticated = method !== '가상계좌';
  if (isAuthenticated && body.cashReceipt === undefined) {
    return paymentOf(await openPayment(call, { ...opened, isAuthenticated }), call.world);
  }
  return call.world.database.transaction(async (sql) => {
    const payment = await openPayment({ ...call, sql }, { ...opened, isAuthenticated });
    if (isAuthenticated) await storeReceiptRequest(sql, payment.paymentKey, body.cashReceipt);
    else await chooseAccount({ ...call, sql }, payment, body);
    return paymentOf(payment, call.world);
  });
};

/** Throws for a purchase whose amounts are impossible: that is a mistake in the test. */
function assertAddsUp({ amount, taxFreeAmount = 0n, taxExemptionAmount = 0n, easyPay, discountAmount = 0n }: Purchase) {
  if (taxFreeAmount + taxExemptionAmount > amount) throw invalid('taxFreeAmount exceeds the amount');
  const { cardAmount = 0n, discountAmount: points = 0n } = easyPay ?? {};
  if (cardAmount + points > amount) throw invalid('easyPay exceeds the amount');
  if (discountAmount > amount) throw invalid('discountAmount exceeds the amount');
}

/** For a foreign card, type and owner are unknown unless they are chosen. */
function cardChoice({ isForeign, ...card }: NonNullable<Purchase['card']>): CardChoice {
  const { installmentPlanMonths: months = 0 } = card;
  const interestPayer = card.interestPayer ?? (months > 0 ? 'BUYER' : null);
  return {
    ...(isForeign && { issuerCode: '4V', cardType: '미확인', ownerType: '미확인' }),
    ...card,
    interestPayer,
    isInterestFree: interestPayer !== null && interestPayer !== 'BUYER',
  };
}

export const authenticate: ControlHandler<typeof contract.authenticatePayment> = async (call, { params }) => {
  const payment = await authenticatePayment(call, params.paymentKey);
  if (payment === 'unknown') throw notFound('such payment');
  if (payment === 'not-possible') throw notPossible('The payment is not waiting for its buyer');
  return paymentOf(payment, call.world);
};

export const finishCancel: ControlHandler<typeof contract.finishCancel> = async (call, { params, body }) => {
  const payment = await lockPayment(call.sql, params.paymentKey);
  const cancel = payment && readCancels(payment.cancels)?.find((one) => one.transactionKey === params.transactionKey);
  if (!payment || !cancel) throw notFound('such cancel');
  if (cancel.cancelStatus !== 'IN_PROGRESS') throw notPossible(`The cancel is already ${cancel.cancelStatus}`);
  return finishOverseasCancel(call, payment, cancel, body.result);
};
