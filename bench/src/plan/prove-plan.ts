import { ask } from '../harness/bench-server.js';
import type { MarketSize } from './market.js';

const PROOF = `
with lines as (
  select statement_id, sum(amount) as amount from payouts.statement_line group by 1
), payouts as (
  select statement_id, sum(amount) as amount from payouts.payout group by 1
), entries as (
  select account_code, currency, sum(amount) as amount from ledger.entry group by 1, 2
)
select (select count(*)::int from payouts.matured_line) as matured,
       (select count(*)::int from payouts.statement) as statements,
       (select count(*)::int from payouts.payout) as payouts,
       (select (select sum(net) from gateway.order_line) - (select coalesce(sum(amount), 0) from payouts.payout))::text as unpaid,
       (select sum(amount)::text from entries) as unbalanced,
       (select count(*)::int from ledger.account a left join entries e on e.account_code = a.code and e.currency = a.currency
         where a.guarded and a.balance <> coalesce(e.amount, 0)) as drifted,
       (select count(*)::int from ledger.account where guarded and balance <> 0 and code not like '%:reserved') as undone,
       (select count(*)::int from payouts.statement s left join lines l on l.statement_id = s.id left join payouts p on p.statement_id = s.id
         where carried <> 0 or movements is distinct from l.amount or payout_amount is distinct from p.amount) as wrong`;

type Proof = Record<'matured' | 'statements' | 'payouts' | 'drifted' | 'undone' | 'wrong', number> &
  Record<'unpaid' | 'unbalanced', string>;

/** What is wrong with the planned run of a market; nothing when every won of every line is promised to a payout. */
export async function provePlan(url: string, { sellers, linesPerSeller }: MarketSize): Promise<string[]> {
  const [found] = await ask<Proof>(url, PROOF);
  const expected: Proof = {
    matured: sellers * linesPerSeller,
    statements: sellers,
    payouts: sellers,
    unpaid: '0',
    unbalanced: '0',
    drifted: 0,
    undone: 0,
    wrong: 0,
  };
  return Object.entries(expected).flatMap(([what, value]) => {
    const seen = found?.[what as keyof Proof];
    return seen === value ? [] : [`${what}: ${String(seen)} instead of ${value}`];
  });
}
