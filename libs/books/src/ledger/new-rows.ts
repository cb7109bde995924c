import { type Executor, statement } from '@jeongsan/sql';
import { heldAgainstFacts } from './changed-facts.js';
import { afterOf, afterPlace, type LedgerPlace, untilOf } from './ledger-range.js';
import { type RowSum, totalsLess } from './row-sums.js';

export type NewRows = Readonly<{
  postings: number;
  entries: number;
  unbalanced: number;
  /** Ids of the first postings that do not balance, have no entries, or have other entries than were posted. */
  first: readonly bigint[];
  /** The checkpoints of all accounts as they were before these rows. */
  totals: RowSum;
}>;

// One search for each posting serves all sums: it is most of what a night's verification costs.
const NEW_ROWS = statement(`
  with new as materialized (
    select p.txid, p.id, p.facts_hash, e.id as entry, e.account_code, e.currency, e.amount
      from ledger.posting p
      left join lateral (select * from ledger.entry e where e.posting_id = p.id and e.effective_at = p.effective_at offset 0) e on true
     where ${afterPlace}
  ), posted as materialized (${heldAgainstFacts('new')}
  ), unbalanced as (
    select distinct id from (select id from new where id in (select id from posted where not is_posted)
                              group by id, currency having sum(amount) is distinct from 0) n
  ), later as (
    select account_code, currency, sum(amount)::bigint as amount, count(*) as entries
      from new where amount is not null and (txid, id) <= (:untilTxid::xid8, :untilPosting::bigint) group by 1, 2
  ), totals as (${totalsLess('later')})
  select (select count(*) from posted) as postings, (select coalesce(sum(entries), 0)::bigint from posted) as entries,
         (select count(*) from unbalanced) as unbalanced,
         array(select id from posted where not is_posted order by id limit :most) as first, t.rows, t.sum
    from totals t`);

/** Counts and sums of the postings after a place, and the checkpoints, which stand at `until`, without their entries. */
export async function newRows(tx: Executor, after: LedgerPlace, until: LedgerPlace, most: number): Promise<NewRows> {
  const [row] = await NEW_ROWS.rows<
    Record<'postings' | 'entries' | 'unbalanced', bigint> & { first: bigint[] } & RowSum
  >(tx, { ...afterOf(after), ...untilOf(until), most });
  if (!row) throw new Error('Postgres counted nothing');
  return {
    ...{ postings: Number(row.postings), entries: Number(row.entries), unbalanced: Number(row.unbalanced) },
    ...{ first: row.first, totals: { rows: row.rows, sum: row.sum } },
  };
}
