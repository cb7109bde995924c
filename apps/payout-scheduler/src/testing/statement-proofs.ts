import type { DataSource } from 'typeorm';

// prettier-ignore
const proofs = [
  ['the lines of a statement are its movements',
   `select s.id::text as what from payouts.statement s left join payouts.statement_line l on l.statement_id = s.id
     group by s.id having s.movements <> coalesce(sum(l.amount), 0)`],
  ['a statement opens with what the one before carried',
   `select id::text as what from (select id, opening, lag(carried, 1, 0::bigint) over (partition by seller_id order by business_date) as before
       from payouts.statement) s where opening <> before`],
  ['a statement promises what its payouts are',
   `select s.id::text as what from payouts.statement s left join payouts.payout p on p.statement_id = s.id
     group by s.id having s.payout_amount <> coalesce(sum(p.amount), 0)`],
  ['a line is the entry it stands for',
   `select l.entry_id::text as what from payouts.statement_line l left join payouts.statement s on s.id = l.statement_id
      left join ledger.entry e on e.id = l.entry_id and e.account_code = 'seller:' || s.seller_id || ':payable'
      left join payouts.run r on r.id = s.run_id
     where e.id is null or e.amount <> -l.amount or e.effective_at >= r.cutoff`],
  ['no movement before the cut-off was left out when a later one was taken',
   `select e.id::text as what
      from (select s.seller_id, r.cutoff, (select max(l.entry_id) from payouts.statement_line l where l.statement_id = s.id) as last_line
              from payouts.statement s join payouts.run r on r.id = s.run_id) taken
      join ledger.entry e on e.account_code = 'seller:' || taken.seller_id || ':payable' and e.id < taken.last_line and e.effective_at < taken.cutoff
      join ledger.posting p on p.id = e.posting_id and p.template <> 'payout.reserved'
     where not exists (select from payouts.statement_line l where l.entry_id = e.id)`],
  ['what is payable is what was carried and what stands on no statement yet',
   `select a.code as what from ledger.account a
     where a.code like 'seller:%:payable' and -a.balance <>
       coalesce((select s.carried from payouts.statement s where 'seller:' || s.seller_id || ':payable' = a.code order by business_date desc limit 1), 0)
       + coalesce((select -sum(e.amount) from ledger.entry e join ledger.posting p on p.id = e.posting_id and p.template <> 'payout.reserved'
           where e.account_code = a.code and not exists (select from payouts.statement_line l where l.entry_id = e.id)), 0)`],
  ['reserves that are left add up to the reserve account',
   `select a.code as what from ledger.account a where a.code like 'seller:%:reserve' and -a.balance <>
       (select coalesce(sum(r.amount - r.released), 0) from payouts.reserve_hold r where 'seller:' || r.seller_id || ':reserve' = a.code)`],
  ['statements tell what they moved besides',
   `select s.id::text as what from payouts.statement s left join payouts.statement_line l on l.statement_id = s.id group by s.id
     having s.reserve_released <> coalesce(sum(l.amount) filter (where l.posting_key ^@ 'reserve.released/'), 0)
         or s.debt_netted      <> coalesce(-sum(l.amount) filter (where l.posting_key ^@ 'debt.recovered/'), 0)
         or s.withheld         <> coalesce(-sum(l.amount) filter (where l.posting_key ^@ 'tax.withheld/'), 0)
         or s.reserve_held     <> coalesce(-sum(l.amount) filter (where l.posting_key ^@ 'reserve.held/'), 0)`],
  ['what is withheld is a part of what is taxable, and the totals are those of the statements',
   `select id::text as what from (select *, sum(taxable) over so_far as t, sum(withheld) over so_far as w from payouts.statement
       window so_far as (partition by seller_id order by business_date)) s
     where taxable_to_date <> t or withheld_to_date <> w or w < 0 or w * 1000 > greatest(0, t) * 33`],
  ['every refund that became debt and had its turn is taxed back',
   `select s.seller_id as what from payouts.statement s join payouts.seller_terms t on t.seller_id = s.seller_id
     where t.document ->> 'taxType' = 'WITHHOLDING' group by s.seller_id
     having sum(s.taxable) <> (select coalesce(sum(l.amount), 0) from payouts.statement_line l join payouts.statement o on o.id = l.statement_id
                                where o.seller_id = s.seller_id and (l.posting_key ^@ 'line.matured/' or l.posting_key ^@ 'payment.canceled/' or l.posting_key ^@ 'cancel.reallocated/'))
                           - (select coalesce(sum(d.amount), 0) from payouts.stated_debt d join payouts.statement o on o.id = d.statement_id
                               where o.seller_id = s.seller_id)`],
  ['what is held back is not paid',
   'select id::text as what from payouts.statement where held_back > greatest(0, carried)'],
  ['no guarded account is overdrawn',
   'select code as what from ledger.account where guarded and ledger.is_overdrawn(kind, balance)'],
] as const;

/** Checks every statement in the database; throws an error that names the wrong ones. */
export async function statementsAreSound(db: DataSource): Promise<void> {
  for (const [claim, counterexamples] of proofs) {
    const [found] = await db.query<{ what: string }[]>(`${counterexamples} limit 1`);
    if (found) throw new Error(`The statements are wrong: not true that ${claim}: ${found.what}`);
  }
}
