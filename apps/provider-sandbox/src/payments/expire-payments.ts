import { paymentLifecycle } from '@jeongsan/provider-contract';
import { advance } from '../lifecycle.js';
import type { World } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { PAYMENT_COLUMNS } from './payment.js';
import type { PaymentRow } from './payment-row.js';

const BATCH_MAX = 200;

/** Expires unfinished payments, each at its own time. Returns how many; a full batch means there may be more. */
export async function expirePayments(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<PaymentRow>(
      `select ${PAYMENT_COLUMNS} from payment where expires_at <= $1 order by expires_at limit ${BATCH_MAX} for update skip locked`,
      [until],
    );
    for (const payment of due) {
      const status = advance(paymentLifecycle, payment.status, 'expire');
      await sql.rows('update payment set status = $2, expires_at = null where payment_key = $1', [
        payment.paymentKey,
        status,
      ]);
      await announcePayment({ sql, world, now: payment.expiresAt ?? until }, { ...payment, status, expiresAt: null });
    }
    return due.length;
  });
}
