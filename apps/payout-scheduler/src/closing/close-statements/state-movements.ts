import type { Executor } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import { REFUNDS } from '@jeongsan/books';

/** A statement that is being made, with the last entry of the previous statement. */
export type Frame = Readonly<{ statementId: string; sellerId: string; statedThrough: bigint }>;
export type Stated = Readonly<{ lines: number; moved: bigint; taxable: bigint; statedThrough: bigint }>;
type Row = { statement_id: string; lines: number; moved: bigint; taxable: bigint; stated_through: bigint };

/**
 * Puts every movement of `payable` before the cut-off that stands on no statement onto the given statements, and
 * returns the sums. Money reserved for a payout is no movement: a statement shows that money as its payout. The caller
 * holds the sellers' balance locks. Entries of an account get their numbers under its lock, so no entry can appear
 * later below the last one read.
 */
export async function stateMovements(
  tx: Executor,
  frames: readonly Frame[],
  cutoff: Date,
): Promise<Map<string, Stated>> {
  const rows = await tx.query<Row[]>(
    `with seen as materialized (
       select w.statement_id, e.id, p.key, p.template, -e.amount as amount, e.effective_at < $4 as is_due
         from unnest($1::uuid[], $2::text[], $3::bigint[]) as w(statement_id, account_code, after)
         join ledger.entry_or_kept e on e.account_code = w.account_code and e.currency = 'KRW' and e.id > w.after
         join ledger.posting p on p.id = e.posting_id
        where p.template <> 'payout.reserved' and not exists (select from payouts.statement_line l where l.entry_id = e.id)
     ), stated as (
       insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
       select id, statement_id, key, amount from seen where is_due
     )
     select statement_id, count(*) filter (where is_due)::int as lines,
            coalesce(sum(amount) filter (where is_due), 0)::bigint as moved,
            coalesce(sum(amount) filter (where is_due and (template in ('line.matured', 'terms.adjusted') or template in ${REFUNDS})), 0)::bigint as taxable,
            coalesce(min(id) filter (where not is_due) - 1, max(id)) as stated_through
       from seen group by statement_id`,
    [
      frames.map((f) => f.statementId),
      frames.map((f) => chart.sellerPayable(f.sellerId).code),
      frames.map((f) => f.statedThrough),
      cutoff,
    ],
  );
  return new Map(
    rows.map((r) => [
      r.statement_id,
      { lines: r.lines, moved: r.moved, taxable: r.taxable, statedThrough: r.stated_through },
    ]),
  );
}

/**
 * Puts every refund and adjustment before the cut-off that became debt onto one statement, and returns the sums by
 * statement. Such an entry moves no payable, but it reduces the taxable earnings.
 */
export async function stateDebts(tx: Executor, frames: readonly Frame[], cutoff: Date): Promise<Map<string, bigint>> {
  if (frames.length === 0) return new Map();
  const rows = await tx.query<{ statement_id: string; amount: bigint }[]>(
    `with stated as (
       insert into payouts.stated_debt (entry_id, statement_id, amount)
       select e.id, w.statement_id, e.amount
         from unnest($1::uuid[], $2::text[]) as w(statement_id, account_code)
         join ledger.entry_or_kept e on e.account_code = w.account_code and e.currency = 'KRW' and e.effective_at < $3 and e.amount > 0
         join ledger.posting p on p.id = e.posting_id and (p.template = 'terms.adjusted' or p.template in ${REFUNDS})
        where not exists (select from payouts.stated_debt d where d.entry_id = e.id)
       returning statement_id, amount
     )
     select statement_id, sum(amount)::bigint as amount from stated group by statement_id`,
    [frames.map((f) => f.statementId), frames.map((f) => chart.sellerDebt(f.sellerId).code), cutoff],
  );
  return new Map(rows.map((row) => [row.statement_id, row.amount]));
}

/** Puts the movements that the closing itself posted onto their statements, by the keys of the postings. */
export async function stateOwnMovements(
  tx: Executor,
  own: readonly Readonly<{ statementId: string; sellerId: string; key: string }>[],
): Promise<void> {
  if (own.length === 0) return;
  await tx.query(
    `insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
     select e.id, w.statement_id, p.key, -e.amount
       from unnest($1::uuid[], $2::text[], $3::text[]) as w(statement_id, account_code, key)
       join ledger.posting p on p.key = w.key
       join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at and e.account_code = w.account_code`,
    [own.map((o) => o.statementId), own.map((o) => chart.sellerPayable(o.sellerId).code), own.map((o) => o.key)],
  );
}
