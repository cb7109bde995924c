import { refuse } from '@jeongsan/platform-contract';
import { paymentMachine } from '@jeongsan/state-machines';
import type { Refusal } from '@jeongsan/http-contract';
import type { Gateway } from '../../gateway.js';
import { withdrawPaymentLooks } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { lockPayment, type PaymentRecord } from '../payment-record.js';

/**
 * Closes a payment that the provider refused; the order may then be paid with another payment. A payment in a later
 * state is left unchanged.
 */
export async function refusePayment(gateway: Gateway, payment: PaymentRecord, code: string): Promise<void> {
  await moneyTransaction(gateway.db, 'refuse', async (tx) => {
    const { state } = await lockPayment(tx, payment.id);
    const verdict = paymentMachine.classify(state, 'refuse');
    if (verdict.kind !== 'move') return;
    await tx.query('update gateway.payment set state = $2, refusal_code = $3 where id = $1', [
      payment.id,
      verdict.to,
      code,
    ]);
    await withdrawPaymentLooks(tx, payment);
  });
}

/** The refusal that the caller gets, at the first request and at every repeat. */
export function paymentRefused(payment: Pick<PaymentRecord, 'paymentKey'>, code: string | null): Refusal {
  const providerCode = code ?? 'UNKNOWN';
  return refuse('PAYMENT_REFUSED', `The provider refused payment ${payment.paymentKey}: ${providerCode}`, {
    providerCode,
  });
}
