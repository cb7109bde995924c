import type { PaymentStatus } from '@jeongsan/provider-contract';
import type { PaymentEvent } from '@jeongsan/state-machines';
import { bookCancels } from '../book-cancel/book-cancel.js';
import type { PayableOrder } from '../payable-order.js';
import type { Gateway, ProviderPayment } from '../gateway.js';
import type { PaymentRecord } from '../payment-record.js';
import { approvePayment } from './approve-payment.js';
import { refusePayment } from './refuse-payment.js';

// prettier-ignore
/** The consequence of each provider status for a payment whose outcome is unknown. */
const meaningOf = {
  READY:               'wait',
  IN_PROGRESS:         'wait', // An undecided payment expires ten minutes after authentication; until then a confirm may still succeed.
  WAITING_FOR_DEPOSIT: 'wait',
  DONE:                'approve',
  PARTIAL_CANCELED:    'approve', // Approved and canceled since: the approval is booked first, then the cancels.
  CANCELED:            'approve',
  ABORTED:             'refuse',
  EXPIRED:             'refuse',
} as const satisfies Record<PaymentStatus, PaymentEvent | 'wait'>;

/** Brings our record to the state that the provider reports. Returns `wait` while the provider has not decided. */
export async function settlePayment(
  gateway: Gateway,
  order: PayableOrder,
  payment: PaymentRecord,
  seen: ProviderPayment,
): Promise<'settled' | 'wait'> {
  switch (meaningOf[seen.status]) {
    case 'wait':
      return 'wait';
    case 'refuse':
      await refusePayment(gateway, payment, seen.failure?.code ?? seen.status);
      return 'settled';
    case 'approve':
      await approvePayment(gateway, order, payment, seen);
      await bookCancels(gateway, payment, seen);
      return 'settled';
  }
}
