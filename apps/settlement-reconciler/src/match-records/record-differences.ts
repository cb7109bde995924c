import { contractedFee, recordSides } from './record-sides.js';
import { recordClasses as judgedRecords } from './record-classes.js';
import { shown, shownForeign } from './shown-amount.js';

/**
 * SQL: a JSON object of one side's facts, put together as text, which takes half the time of `jsonb`: it counts in a night with many
 * differences. Values of `plain` (amounts, currencies, dates) are never null and need no escapes; a field of `texts` that is null is left
 * out.
 */
const facts = (plain: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>): string =>
  `concat('{', ${[
    ...Object.entries(plain).map(([name, value], index) => `'${index === 0 ? '' : ','}"${name}":"', ${value}, '"'`),
    ...Object.entries(texts).map(([name, value]) => `',"${name}":' || to_json((${value})::text)`),
  ].join(', ')}, '}')`;
/** SQL: both sides, and the fields that differ (the text of a JSON list). */
const evidence = (ours: string, theirs: string, differs: string): string =>
  `concat('{"ours":', ${ours}, ',"theirs":', ${theirs}, ',"differs":', ${differs}, '}')::json`;

const booked = facts(
  { amount: 'ours', currency: 'ours_in', at: 'ours_at' },
  { paymentKey: 'ours_payment', orderId: 'ours_order', kind: 'kind' },
);
const listed = facts(
  { amount: 'theirs', currency: 'theirs_in', at: 'theirs_at' },
  { paymentKey: 'theirs_payment', orderId: 'theirs_order', status: 'status' },
);
const due = (more: Readonly<Record<string, string>> = {}): string =>
  `case when due is null then '{}' else ${facts(
    { amount: 'due', currency: 'due_in', ...more },
    { paymentKey: 'due_payment', orderId: 'coalesce(theirs_order, ours_order)', day: 'day' },
  )} end`;
const settled = facts(
  {
    ...{
      amount: 'settled',
      currency: 'settled_in',
      soldDate: 'sold_date',
      paidOutDate: 'paid_out_date',
      rows: 'copies',
    },
    ...{ fee: 'fee', fees: 'fees', supplyAmount: 'supply_amount', vat: 'vat', payOutAmount: 'pay_out_amount' },
  },
  { baseFee: 'base_fee', paymentKey: 'settled_payment', orderId: 'settled_order' },
);

const SUBJECT = `coalesce(ours_order, theirs_order, settled_order) as order_id, coalesce(ours_payment, theirs_payment, settled_payment) as payment_key`;

const ofTransactions = `
  select of_transaction as class, key as subject,
         case of_transaction when 'MISSING_TRANSACTION' then ${shownForeign('ours', 'ours_in')} when 'TRANSACTION_PAYMENT' then 'payment ' || ours_payment
           when 'TRANSACTION_STATUS' then case when kind <> 'cancel' then kind when is_whole then 'cancel of the whole' else 'cancel of a part' end
           when 'UNKNOWN_TRANSACTION' then null when 'DUPLICATE_TRANSACTION' then null when 'ORPHAN_CANCEL' then null
           else ${shown('ours', 'ours_in')} end as expected,
         case of_transaction when 'MISSING_TRANSACTION' then null when 'TRANSACTION_PAYMENT' then 'payment ' || theirs_payment
           when 'TRANSACTION_STATUS' then status else ${shown('theirs', 'theirs_in')} end as found,
         case when of_transaction = 'TRANSACTION_PAYMENT' then theirs when ours_in <> theirs_in then null
              else coalesce(theirs, 0) - coalesce(ours, 0) end as amount,
         coalesce(ours_in, theirs_in) as currency,
         ${evidence(
           `case when ours is null then '{}' else ${booked} end`,
           `case when theirs is null then '{}' else ${listed} end`,
           `case of_transaction when 'TRANSACTION_PAYMENT' then '["paymentKey"]' when 'TRANSACTION_STATUS' then '["status"]'
              when 'TRANSACTION_CURRENCY' then '["currency"]' when 'TRANSACTION_SIGN' then '["amount"]' when 'TRANSACTION_AMOUNT' then '["amount"]' else '[]' end`,
         )} as evidence, ${SUBJECT}
    from judged where of_transaction is not null`;

/** Money in another currency belongs to no seller, so its break stays until a person settles it. */
const foreign = `
  select 'FOREIGN_CURRENCY', key, null, ${shown('theirs', 'theirs_in')}, theirs, theirs_in, ${evidence(booked, listed, `'["currency"]'`)}, ${SUBJECT}
    from judged where ours_in = theirs_in and ours_in <> 'KRW'`;

const ofRows = `
  select of_row, key,
         case when of_row in ('MISSING_SETTLEMENT', 'OVERDUE_SETTLEMENT') then ${shownForeign('theirs', 'theirs_in')} when copies > 1 then '1 row'
              when of_row = 'SETTLEMENT_PAYMENT' then 'payment ' || due_payment when due is not null then ${shown('due', 'due_in')} end,
         case when not has_row then null when copies > 1 then copies || ' rows'
              when of_row = 'SETTLEMENT_PAYMENT' then 'payment ' || settled_payment else ${shown('settled', 'settled_in')} end,
         case when not has_row then -due when copies > 1 then settled * (copies - 1) when of_row = 'SETTLEMENT_PAYMENT' then settled
              when of_row = 'SETTLEMENT_CURRENCY' then null else settled - coalesce(due, 0) end,
         coalesce(due_in, settled_in),
         ${evidence(
           due(),
           `case when has_row then ${settled} else '{}' end`,
           `case when copies > 1 then '["rows"]' when of_row = 'SETTLEMENT_PAYMENT' then '["paymentKey"]' when of_row = 'SETTLEMENT_CURRENCY' then '["currency"]'
              when of_row in ('SETTLEMENT_SIGN', 'SETTLEMENT_AMOUNT') then '["amount"]' else '[]' end`,
         )}, ${SUBJECT}
    from judged where of_row is not null`;

const ofPairs = `
  select 'SWAPPED_KEYS', one || ' ' || other, ${shownForeign('one_ours', 'currency')} || ' of ' || one_payment, ${shownForeign('one_theirs', 'currency')} || ' of ' || other_payment, amount, currency,
         ${evidence(
           facts({ firstAmount: 'one_ours' }, { firstKey: 'one', firstPayment: 'one_payment', secondKey: 'other' }),
           facts({ firstAmount: 'one_theirs' }, { firstKey: 'one', firstPayment: 'other_payment', secondKey: 'other' }),
           `'["firstAmount","firstPayment"]'`,
         )}, order_id, one_payment
    from (select * from listed_pair union all select * from settled_pair) pair`;

/** SQL: a check of one row's own amounts: the class, the condition, what it should be, what it is, and the fields that differ. */
const check = (name: string, when: string, right: string, actual: string, fields: readonly string[]): string =>
  `
  select '${name}', key, ${right}, ${actual}, `.concat(
    `${amountOf[name as keyof typeof amountOf]}, settled_in,
         ${evidence(due(), settled, `'${JSON.stringify(fields)}'`)}, ${SUBJECT}
    from judged where has_row and (${when})`,
  );
const amountOf = {
  SETTLEMENT_ARITHMETIC: 'case when fees = agreed then fee else fees end - agreed',
  SETTLEMENT_VAT: 'case when by_tax <> agreed then by_tax - agreed else vat - round(fee / 11.0)::bigint end',
  SETTLEMENT_PAYOUT_AMOUNT: 'agreed - by_payout',
} as const;
/** SQL: an amount of the settlement row. */
const inRow = (amount: string): string => shownForeign(amount, 'settled_in');
const payOutIsWrong = 'by_payout <> agreed';
const checks = [
  check(
    'SETTLEMENT_ARITHMETIC',
    'fee <> agreed or fees <> agreed',
    `format('fee %s', ${inRow('agreed')})`,
    `format('fee %s, fees %s', ${inRow('fee')}, ${inRow('fees')})`,
    ['fee', 'fees'],
  ),
  check(
    'SETTLEMENT_VAT',
    // Korean VAT is a tenth of won; a fee in another currency has the VAT that the provider says.
    `by_tax <> agreed or (settled_in = 'KRW' and abs(vat * 11 - by_tax) > 16)`,
    `format('supply + VAT %s, VAT %s', ${inRow('agreed')}, ${inRow('round(agreed / 11.0)')})`,
    `format('supply %s, VAT %s', ${inRow('supply_amount')}, ${inRow('vat')})`,
    ['supplyAmount', 'vat'],
  ),
  check(
    'SETTLEMENT_PAYOUT_AMOUNT',
    payOutIsWrong,
    inRow('pay_out_amount + by_payout - agreed'),
    inRow('pay_out_amount'),
    ['payOutAmount'],
  ),
];

/** A fee is compared with the contract where the row is of the right movement and its own amounts agree on the fee. */
const ofFees = `
  select 'SETTLEMENT_FEE', key, ${inRow('contracted')}, ${inRow('base_fee')}, base_fee - contracted, settled_in,
         ${evidence(due({ baseFee: 'contracted' }), settled, `'["baseFee"]'`)}, ${SUBJECT}
    from (select s.*, contract.fee as contracted, contract.slack
            from (select judged.*, settled as amount, settled_in as currency, settled_payment as payment_key from judged
                   where has_row and of_row is null and base_fee is not null) s ${contractedFee}) priced
   where abs(base_fee - contracted) > slack`;

/**
 * SQL: every difference between our books, the provider's transactions and its settlement rows, with the columns of a difference.
 *
 * `:suspects`: the keys whose records may not agree; others have no difference. `:dueThrough`: the last day whose transactions must have
 * a settlement row; `:overdueThrough`: the last day for which a row that is missing is overdue. `:now`: fee tables that were decided later
 * are not used.
 */
export const recordDifferences = `
with ${recordSides}, ${judgedRecords}, found as (
  ${ofTransactions}
  union all ${foreign}
  union all ${ofRows}
  union all ${ofPairs}
  union all ${checks.join('\n  union all ')}
  union all ${ofFees}
)
select * from found`;
