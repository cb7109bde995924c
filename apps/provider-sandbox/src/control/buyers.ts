import type { sandboxControlContract as contract } from '@jeongsan/provider-contract';
import { isErrorCode } from '../api/refused.js';
import { authenticatePayment } from '../payments/authenticate-payment.js';
import { openPayment } from '../payments/open-payment.js';
import { paymentOf } from '../payments/payment.js';
import { detailsOf, isPayable } from '../payments/payment-details.js';
import type { ControlHandler } from './control-handlers.js';
import { invalid, notFound, notPossible } from './control-refusals.js';

/** A buyer opens the window and authenticates in one go: IN_PROGRESS, ready to be confirmed. */
export const payAsBuyer: ControlHandler<typeof contract.payAsBuyer> = async (call, { body }) => {
  const { method, refuseWith } = body;
  if (!isPayable(method)) throw notPossible(`Nobody pays with ${method} here`);
  if ((body.taxFreeAmount ?? 0n) > body.amount) throw invalid('taxFreeAmount exceeds the amount');
  if (refuseWith !== undefined && !isErrorCode(refuseWith))
    throw invalid(`${refuseWith} is no error code of the provider`);
  const details = detailsOf[method](body.amount);
  return paymentOf(
    await openPayment(call, { ...body, method, details, refuseWith, isAuthenticated: true }),
    call.world,
  );
};

export const authenticate: ControlHandler<typeof contract.authenticatePayment> = async (call, { params }) => {
  const payment = await authenticatePayment(call, params.paymentKey);
  if (payment === 'unknown') throw notFound('such payment');
  if (payment === 'not-possible') throw notPossible('The payment is not waiting for its buyer');
  return paymentOf(payment, call.world);
};
