import type { Refusal } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { cancelMachine, type CancelState } from '@jeongsan/state-machines';
import { findCancel, type CancelRecord } from '../cancel-record.js';
import type { Gateway } from '../../gateway.js';
import { lookAtPaymentAgain, withdrawCancelLook } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { lockPayment } from '../../payments/payment-record.js';

/**
 * Closes a cancel that the provider refused, and returns the cancel's state: a cancel that was booked as done meanwhile
 * stays done. Also enqueues an immediate look at the payment, because a refusal often means that our record of the
 * payment is out of date.
 */
export async function refuseCancel(gateway: Gateway, cancel: CancelRecord, code: string): Promise<CancelState> {
  return moneyTransaction(gateway.db, 'refuse-cancel', async (tx) => {
    await lockPayment(tx, cancel.paymentId);
    const current = (await findCancel(tx, cancel.id)) ?? cancel;
    const verdict = cancelMachine.classify(current.state, 'refuse');
    if (verdict.kind !== 'move') return current.state;
    await tx.query(
      'update gateway.cancel set state = $2, refusal_code = $3, refund_account_sealed = null where id = $1',
      [cancel.id, verdict.to, code],
    );
    await withdrawCancelLook(tx, cancel.id);
    const now = gateway.now();
    await lookAtPaymentAgain(tx, now, cancel.paymentKey, now);
    return verdict.to;
  });
}

/** The refusal that the caller gets, at the first request and at every repeat. */
export function cancelRefused(cancel: Pick<CancelRecord, 'paymentKey'>, code: string | null): Refusal {
  const providerCode = code ?? 'UNKNOWN';
  return refuse('CANCEL_REFUSED', `The provider refused the cancel of payment ${cancel.paymentKey}: ${providerCode}`, {
    providerCode,
  });
}
