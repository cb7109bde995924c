import { afterPlace, NOT_COMPARED, withEntries } from '@jeongsan/books';
import { inList } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import { inputOf } from './sources.js';

/** SQL: the balances of all accounts: the sealed entries by checkpoint, and the entries after the last seal. */
const balances = `
balance as materialized (
  select account_code, currency, sum(amount) as amount from (
    select account_code, currency, balance as amount from ledger.checkpoint
    union all
    select e.account_code, e.currency, e.amount from ${withEntries} where ${afterPlace}) part
   group by account_code, currency
)`;

/** SQL: rows (key, account, day, currency, amount) of a whole side. */
const side = (rows: string): string => `select '' as account, null::date as day, x.* from (${rows}) x`;
const accounts = (where: string, sign = ''): string =>
  side(`select account_code as key, currency, ${sign}amount as amount from balance where ${where}`);

const inFlight = `greatest(ledger_available - in_flight, 0)`;
const balanceOf = (amount: string): string =>
  `select account as key, account, null::date as day, 'KRW' as currency, ${amount} as amount
     from reconciliation.balance_proof where business_date = :businessDate::date`;

/** SQL: (account) of the run whose balance of the date was not compared. A further account without the payout contract has no balance to compare. */
const notCompared = `
  select a.account from (
    select '' as account
    union
    select d.account from reconciliation.download d
     where d.business_date = :businessDate::date and exists (select from reconciliation.balance_proof x where x.account = d.account)) a
   where not exists (select from reconciliation.balance_proof b where b.business_date = :businessDate::date and b.account = a.account)`;

/** SQL: money of payments without an order, less what went back. */
const unallocated = `
  select p.id::text as key, p.currency, p.amount - p.canceled as amount, p.payment_key
    from gateway.payment p where p.allocation = 'unallocated' and p.approved_at is not null and p.amount > p.canceled`;

// prettier-ignore
/** Sides that the ledger alone states. */
const ledgerParts = [
  inputOf('WITHHELD', 'ledger', accounts(`account_code = 'platform:withholding'`, '-')),
  inputOf('RESERVED', 'ledger', accounts(`account_code like 'seller:%:reserved'`, '-')),
  inputOf('UNALLOCATED', 'ledger', accounts(`account_code = 'unallocated'`, '-')),
  inputOf('REFUNDS', 'provider', accounts(`account_code = 'provider:refunds'`)),
  inputOf('REFUNDS', 'buyers', accounts(`account_code = 'buyers:refunds'`, '-')),
  inputOf('SELLERS', 'ledger', accounts(`account_code like 'seller:%' and amount <> 0`, '-')),
  inputOf('LEDGER_SUM', 'found', side(`select account_code as key, currency, amount from balance`)),
  inputOf('SUSPENSE', 'found', accounts(`account_code = 'suspense'`)),
];

// prettier-ignore
const parts = [
  ...ledgerParts,
  inputOf('BALANCE_PENDING', 'ledger', balanceOf('greatest(ledger_pending, 0)')),
  inputOf('BALANCE_PENDING', 'provider', balanceOf('provider_pending')),
  inputOf('BALANCE_AVAILABLE', 'ledger', balanceOf(inFlight)),
  inputOf('BALANCE_AVAILABLE', 'provider', balanceOf('provider_available')),
  inputOf('STATEMENTS', 'statements', side(`select id::text as key, 'KRW' as currency, payout_amount as amount from payouts.statement`)),
  inputOf('STATEMENTS', 'payouts', side(`select statement_id::text as key, currency, sum(amount) as amount from payouts.payout group by 1, 2`)),
  inputOf('WITHHELD', 'statements', side(`select id::text as key, 'KRW' as currency, withheld as amount from payouts.statement where withheld <> 0`)),
  inputOf('RESERVED', 'payouts', side(`select id::text as key, currency, amount from payouts.payout where state in ${inList(payoutStates.reserving)}`)),
  inputOf('UNALLOCATED', 'payments', side(`select key, currency, amount from (${unallocated}) u`)),
  inputOf('SELLERS', 'balances', side(`select code as key, currency, -balance as amount from ledger.account where guarded and balance <> 0`)),
  inputOf('OPEN_BREAKS', 'found', side(`select b.id::text as key, '' as currency, 1 as amount from reconciliation.break b
     where b.resolved_at is null and b.class <> 'UNALLOCATED'`)),
];

export const BALANCE_INPUTS = statement(`with ${balances} select * from (${parts.join(' union all ')}) i`);

/** The sides that the ledger alone states, as they were in a past snapshot. */
export const LEDGER_THEN = statement(`
  with balance as materialized (
    select e.account_code, e.currency, sum(e.amount) as amount
      from ledger.posting p join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at
     where pg_visible_in_snapshot(p.txid, :snapshot::pg_snapshot) group by e.account_code, e.currency
  ) select * from (${ledgerParts.join(' union all ')}) i`);

const line = (equation: string, rows: string): string =>
  `select '${equation}' as equation, ''::text as account, '' as day, x.* from (${rows}) x`;

/**
 * SQL: what differs by name, and what is left to explain although nothing differs: open breaks and money without an order.
 */
// prettier-ignore
const lines = [
  line('SELLERS', `select coalesce(a.currency, b.currency)::text as currency, coalesce(a.code, b.account_code) as subject, (-a.balance)::text as expected,
     (-b.amount)::text as found, (coalesce(a.balance, 0) - coalesce(b.amount, 0))::text as amount, null::text as why
     from (select * from ledger.account where guarded) a
     full join (select * from balance where account_code like 'seller:%') b on b.account_code = a.code and b.currency = a.currency
    where coalesce(a.balance, 0) <> coalesce(b.amount, 0)`),
  line('UNALLOCATED', `select u.currency::text, u.payment_key, null, u.amount::text, '0', 'EXPECTED' from (${unallocated}) u`),
  line('STATEMENTS', `select 'KRW', s.id::text, s.payout_amount::text, coalesce(p.amount, 0)::text, (coalesce(p.amount, 0) - s.payout_amount)::text, null
     from payouts.statement s left join (select statement_id, sum(amount) as amount from payouts.payout group by 1) p on p.statement_id = s.id
    where coalesce(p.amount, 0) <> s.payout_amount`),
  line('OPEN_BREAKS', `select '', b.subject, null, b.class, '-1', null from reconciliation.break b where b.resolved_at is null and b.class <> 'UNALLOCATED'`),
];
export const BALANCE_LINES = statement(`
  with ${balances}
  select * from (
    ${lines.join(' union all ')}
    union all
    select 'BALANCE_PENDING', account, '', 'KRW', trim(business_date::text || ' ' || account), greatest(ledger_pending, 0)::text, provider_pending::text,
           (provider_pending - greatest(ledger_pending, 0))::text, null
      from reconciliation.balance_proof where business_date = :businessDate::date and provider_pending <> greatest(ledger_pending, 0)
    union all
    select 'BALANCE_AVAILABLE', account, '', 'KRW', trim(business_date::text || ' ' || account), (${inFlight})::text, provider_available::text,
           (provider_available - ${inFlight})::text, null
      from reconciliation.balance_proof where business_date = :businessDate::date and provider_available <> ${inFlight}
    union all
    select e.equation, n.account, '', 'KRW', trim(:businessDate::date::text || ' ' || n.account), null, null, '0', '${NOT_COMPARED}'
      from (${notCompared}) n cross join unnest(array['BALANCE_PENDING', 'BALANCE_AVAILABLE']) as e(equation)
  ) x order by equation, subject limit :most`);
