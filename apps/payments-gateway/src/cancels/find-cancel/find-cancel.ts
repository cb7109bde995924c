import { enqueueAll } from '@jeongsan/database';
import type { Gateway } from '../../gateway.js';
import { lookAtCancelInMinute } from '../../look-later.js';
import { observePayment } from '../../payments/observe-payment/observe-payment.js';

/** The most open cancels that one webhook leads to, the oldest first; the others have looks of their own. */
const OPEN_CANCELS_MAX = 20;

/**
 * Handles a webhook about an asynchronous cancel, which names the cancel's transaction key and no payment. A key in our
 * books leads to a look at its payment. Any other key may belong to a cancel of ours whose key is not known yet, so every
 * open cancel is looked at in the next minute. A cancel that was made beside us is found by the payment's own webhook or
 * by the nightly listing.
 */
export async function findCancel(gateway: Gateway, transactionKey: string): Promise<void> {
  const [known] = await gateway.db.query<{ paymentKey: string }[]>(
    `select p.payment_key as "paymentKey" from gateway.cancel c join gateway.payment p on p.id = c.payment_id
      where c.transaction_key = $1`,
    [transactionKey],
  );
  if (known) return observePayment(gateway, known.paymentKey);
  const open = await gateway.db.query<{ id: string }[]>(
    `select id from gateway.cancel where state = 'requested' order by created_at, id limit $1`,
    [OPEN_CANCELS_MAX],
  );
  const now = gateway.now();
  // One look per cancel and minute, however many invented keys arrive.
  const looks = open.map(({ id }) => lookAtCancelInMinute(now, id));
  await enqueueAll(gateway.db, 'payment-cancel.observe', looks, now);
}
