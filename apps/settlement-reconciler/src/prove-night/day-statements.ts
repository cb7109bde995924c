import { statement } from '@jeongsan/sql';
import { inputOf, linesOf, ofDays, sinceBefore } from './sources.js';

const columns = 'key, account, day, currency';
const rowsOf = (table: string, amount: string, where = 'true'): string =>
  `select ${columns}, ${amount} as amount from ${table} where ${where}`;

type Pair = Readonly<{ equation: string; sides: readonly (readonly [side: string, rows: string])[] }>;
const pair = (equation: string, ...sides: Pair['sides']): Pair => ({ equation, sides });

/** The two sides of each equation of days, as rows (key, account, day, currency, amount). */
const dayPairs = [
  pair(
    'ORDERS',
    ['orders', `select key, account, day, ordered_in as currency, total as amount from ordered`],
    ['payments', rowsOf('ordered', 'amount')],
  ),
  pair(
    'APPROVED',
    ['payments', rowsOf('booked', 'amount', 'amount >= 0')],
    ['transactions', rowsOf('listed', 'amount', 'amount >= 0')],
  ),
  pair(
    'CANCELED',
    ['cancels', rowsOf('booked', '-amount', 'amount < 0')],
    ['transactions', rowsOf('listed', '-amount', 'amount < 0')],
  ),
  pair(
    'SETTLED',
    ['transactions', rowsOf('due', 'amount')],
    ['settlements', rowsOf('with_row', 'amount', `currency = 'KRW'`)],
  ),
  pair('FEES', ['settlements', rowsOf('settled', 'fee')], ['parts', rowsOf('settled', 'supply_amount + vat')]),
  pair('SETTLED_NET', ['net', rowsOf('settled', 'amount - fee')], ['payOut', rowsOf('settled', 'pay_out_amount')]),
];

/** The same of postings since the proof before; `ledger` is what was booked. */
const bookedPairs = [
  pair('BOOKED_PAYMENTS', ['payments', rowsOf('paid', 'stated')], ['ledger', rowsOf('paid', 'booked')]),
  pair('BOOKED_CANCELS', ['cancels', rowsOf('canceled', 'stated')], ['ledger', rowsOf('canceled', 'booked')]),
  pair('BOOKED_SETTLED', ['settlements', rowsOf('announced', 'stated')], ['ledger', rowsOf('announced', 'booked')]),
  pair(
    'BOOKED_FEES',
    ['settlements', rowsOf('announced', 'stated_fees')],
    ['ledger', rowsOf('announced', 'booked_fees')],
  ),
  pair(
    'BOOKED_FEE_VAT',
    ['settlements', rowsOf('announced', 'stated_vat')],
    ['ledger', rowsOf('announced', 'booked_vat')],
  ),
  pair('BOOKED_NET', ['settlements', rowsOf('announced', 'stated_net')], ['ledger', rowsOf('announced', 'booked_net')]),
  pair('BOOKED_PAID_OUT', ['payouts', rowsOf('sent', 'stated')], ['ledger', rowsOf('sent', 'booked')]),
];

const inputsOf = (pairs: readonly Pair[]): string =>
  pairs
    .flatMap(({ equation, sides }) =>
      sides.map(([side, rows]) => inputOf(equation, side, rows, 'coalesce(r.amount, 0)')),
    )
    .join(' union all ');
const differencesOf = (pairs: readonly Pair[]): string =>
  pairs
    .map(({ equation, sides: [first, second] }) => linesOf(equation, first?.[1] ?? '', second?.[1] ?? ''))
    .join(' union all ');

/**
 * A deposit that the bank withdrew before our books saw it: the provider lists it twice, and the two rows come to nothing.
 */
const netsToNothing = `
  select key from (
    select l.key, sum(l.amount) over of_payment as net,
           bool_or(l.status = 'WAITING_FOR_DEPOSIT' and l.amount < 0) over of_payment as was_withdrawn
      from (select distinct on (t.transaction_key) t.transaction_key as key, t.payment_key, t.amount, t.status
              from reconciliation.transaction t where t.payment_key in (select payment_key from listed)) l
    window of_payment as (partition by l.payment_key)) x
   where net = 0 and was_withdrawn`;

export const DAY_INPUTS = statement(`with ${ofDays} select * from (${inputsOf(dayPairs)}) i`);
export const DAY_LINES = statement(`
  with ${ofDays}, line as (${differencesOf(dayPairs)})
  select equation, account, coalesce(day, '') as day, currency, subject, expected, found, amount,
         case when equation in ('APPROVED', 'CANCELED') and subject in (${netsToNothing}) then 'EXPECTED' end as why
    from line order by equation, day, account, subject limit :most`);
export const BOOKED_INPUTS = statement(`with ${sinceBefore} select * from (${inputsOf(bookedPairs)}) i`);
export const BOOKED_LINES = statement(`
  with ${sinceBefore}, line as (${differencesOf(bookedPairs)})
  select equation, account, coalesce(day, '') as day, currency, subject, expected, found, amount, why
    from line order by equation, subject limit :most`);
