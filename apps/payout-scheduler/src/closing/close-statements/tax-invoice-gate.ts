import { recordDecisions, systemAuthor } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import type { GateReason } from '@jeongsan/settlement';
import { type Hold, holdColumns, holdPlaced } from '../place-hold/place-hold.js';
import { recordReleases } from '../release-hold/release-hold.js';

const REASON = 'TAX_INVOICE_MISSING' satisfies GateReason;
const GATE = systemActors.taxInvoiceGate;

/** The invoices that are not issued after their last day of issue. $1: today in Asia/Seoul. */
const overdue = `select seller_id, min(month) as month from payouts.tax_invoice where state = 'drafted' and issue_by < $1::date group by seller_id`;

/**
 * Places a hold on every seller with an overdue tax invoice, and releases the holds of sellers whose invoices are
 * issued; with the gate off, releases all of them. The gates of drafting and sending, positions and explanations treat
 * these holds like all others. Set-based; a repeat changes nothing. A hold that an operator placed for the same reason
 * stays.
 */
export async function holdMissingTaxInvoices(tx: Executor, isOn: boolean, now: Date): Promise<void> {
  const today = businessDateOf(now);
  const released = await tx.query<Hold[]>(
    `with done as (update payouts.hold h set released_at = $2, released_by = '${GATE}'
      where reason = '${REASON}' and placed_by = '${GATE}' and released_at is null
        and not ($3 and exists (select from (${overdue}) o where o.seller_id = h.seller_id))
      returning h.*) select ${holdColumns} from done`,
    [today, now, isOn],
  );
  await recordReleases(tx, released, GATE, now);
  if (!isOn) return;
  const placed = await tx.query<Hold[]>(
    `insert into payouts.hold (id, seller_id, reason, detail, scope, placed_at, placed_by)
     select gen_random_uuid(), seller_id, '${REASON}', to_char(month, 'YYYY-MM'), 'SELLER', $2, '${GATE}' from (${overdue}) o
     on conflict (seller_id, reason) where released_at is null and scope = 'SELLER' do nothing
     returning ${holdColumns}`,
    [today, now],
  );
  const author = systemAuthor(GATE);
  await recordDecisions(
    tx,
    placed.map((hold) => holdPlaced(hold, author)),
    now,
  );
}
