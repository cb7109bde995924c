import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { Refused } from '../api/refused.js';
import { openWalletPayment } from '../wallet/open-wallet-payment.js';
import { paymentOf } from '../payments/payment.js';
import { assertCardPoint, assertInstallments } from '../wallet/charge-rules.js';
import { enabledMethods, type MethodRow } from '../wallet/method.js';
import { selectedOf } from '../wallet/read-methods.js';
import type { Plan } from '../wallet/wallet-payment.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';
import { customerNamed, outcomeOf } from './wallet-customers.js';

/** Plays a customer who pays in the wallet's window: the payment is READY, or ready to be confirmed. */
export const payAsWalletCustomer: ControlHandler<typeof contract.payAsWalletCustomer> = async (call, { body }) => {
  const { customerKey, amount, cardInstallmentPlan: months = 0, useCardPoint = false } = body;
  const customer = await customerNamed(call, customerKey);
  const methods = await enabledMethods(call.sql, customer.id);
  const method =
    body.methodKey === undefined
      ? selectedOf(methods, call.now)
      : methods.find(({ methodKey }) => methodKey === body.methodKey);
  if (!method) throw notFound('such method of the customer');
  assertOffered(call, method, { amount, months, useCardPoint });
  const payment = await openWalletPayment(call, customerKey, method, {
    ...body,
    months,
    useCardPoint,
    refuseWith: outcomeOf(body.refuseWith),
  });
  return paymentOf(payment, call.world);
};

/** Throws for a payment that the wallet's window would not offer, because the provider would refuse it. */
function assertOffered({ world }: Call, method: MethodRow, { amount, months, useCardPoint }: Plan): void {
  try {
    assertInstallments(method, amount, months, world.merchant.settings);
    if (useCardPoint) assertCardPoint(method, world.merchant.settings);
  } catch (error) {
    throw error instanceof Refused ? notPossible(`The window does not offer this: ${error.code}`) : error;
  }
}
