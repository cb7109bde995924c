import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

type Missing = Readonly<{ first: string; newest: string }>;

// A proof from before a month has no posting of it.
const MISSING = statement(`
  select to_char(min(m.month), 'YYYY-MM') as first,
         to_char((select max(month) from ledger.month where detached_at is not null), 'YYYY-MM') as newest
    from ledger.month m
   where m.detached_at is not null and m.entries > 0
     and exists (select from ledger.posting p
                  where p.effective_at >= ledger.month_start(m.month) and p.effective_at < ledger.month_start(ledger.next_month(m.month))
                    and pg_visible_in_snapshot(p.txid, :snapshot::pg_snapshot))
  having count(*) > 0`);

/** Refuses a snapshot of which entries are in detached months: their sums would differ, and nothing was changed. @throws LEDGER_MONTH_DETACHED */
export async function assertEntriesOf(tx: Executor, snapshot: string): Promise<void> {
  const [missing] = await MISSING.rows<Missing>(tx, { snapshot });
  if (!missing) return;
  const { first, newest } = missing;
  const rest = newest === first ? '' : `, then each month before it down to ${first}`;
  throw refuse(
    'LEDGER_MONTH_DETACHED',
    `The proof was computed from entries that are detached. Attach ${newest} (npm run books -- months attach ${newest})${rest}`,
    { first, last: newest },
  );
}
