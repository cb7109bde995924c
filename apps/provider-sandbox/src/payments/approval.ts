import { businessDateOf } from '@jeongsan/calendar';
import { paymentLifecycle } from '@jeongsan/provider-contract';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import { type Fees, feesOf, storeFees } from '../records/fees.js';
import { settledDates } from '../records/settlement-arithmetic.js';
import type { Asked } from '../world.js';
import { captureDay } from './acquire-status.js';
import { readDetails } from './payment.js';
import type { PaymentRow } from './payment-row.js';

/** An approval: the time, the payment after it, and the fees that the merchant pays for it. */
export type Approval = Readonly<{ now: Date; payment: PaymentRow; fees: Fees }>;

export function approvalOf({ world, now }: Asked, payment: PaymentRow): Approval {
  const { settings } = world.merchant;
  const fees = feesOf(payment, readDetails(payment.details), settings);
  const isHeld = settings.manualSettlement && payment.method === '카드';
  const approved: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'confirm'),
    fees: storeFees(fees),
    captureOn: isHeld ? null : captureDay(now),
    paidOutOn: isHeld ? null : settledDates(businessDateOf(now), settings, world.calendar).paidOutDate,
    approvedAt: now,
    expiresAt: null,
    lastTransactionKey: timedId('txrd', now),
  };
  return { now, payment: approved, fees };
}
