import { migrated, withClient } from '../harness/bench-server.js';
import { insertApprovedSellers, sellerId } from './approved-sellers.js';

/** Sellers whose cycle it is, and how many lines of each are due that day. */
export type MarketSize = Readonly<{ sellers: number; linesPerSeller: number }>;

/** The business date that is planned: on this day every line is due and no seller has been settled before. */
export const BUSINESS_DATE = '2026-02-03';

const LINES_PER_ORDER = 2;
const DATE = `date '${BUSINESS_DATE}'`;
/** Counts lines from 0; `n` counts orders and `position` the lines of each. */
const LINE = `n * ${LINES_PER_ORDER} + position - 1`;
const AMOUNT = `1000 + (${LINE}) % 977`;

/** Each of them a whole table in one statement. */
const tables = (sellers: number, orders: number): string[] => [
  `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
   select 'order-' || lpad(n::text, 9, '0'), 'bench', ${DATE} - 7, 'KRW', sum(${AMOUNT}), 0, '', now()
     from generate_series(0, ${orders} - 1) as n, generate_series(1, ${LINES_PER_ORDER}) as position group by n order by n`,
  // Sellers take turns, as orders come in: the lines of one are scattered over the whole table.
  `insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller, paid,
     promotion, commission, commission_vat, net, terms_from, matures_on, waits_from, pricing)
   select 'order-' || lpad(n::text, 9, '0'), position::text, position, ${sellerId(`(${LINE}) % ${sellers} + 1`)}, 'c', paid, 0, 0, 0, paid,
          0, 0, 0, paid, '2026-01-01', ${DATE}, ${DATE} - 2, '{}'
     from generate_series(0, ${orders} - 1) as n, generate_series(1, ${LINES_PER_ORDER}) as position
    cross join lateral (select ${AMOUNT} as paid) of_line`,
  `insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
   select order_id, line_id, 1, seller_id, 100000, matures_on from gateway.order_line`,
  // Keys of the provider are random: so is the order in which they are looked up.
  `insert into gateway.payment (id, order_id, payment_key, amount, state, method, transaction_key, approved_at, created_at)
   select md5('payment' || order_id)::uuid, order_id, md5('key' || order_id), total, 'approved', '카드', md5(order_id), ordered_at, ordered_at
     from gateway.orders`,
  `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount, vat,
     pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, state, download_id)
   select transaction_key, payment_key, order_id, method, 'KRW', amount, 0, 0, 0, 0,
          amount, ${DATE} - 7, ${DATE} - 7, ${DATE} - 1, ${DATE} - 5, 'available', 1
     from gateway.payment`,
  `insert into ledger.account (code, currency, kind, guarded, balance)
   select 'seller:' || seller_id || ':' || name, 'KRW', kind, true, case when name = 'pending' then -waiting else 0 end
     from (select seller_id, sum(net)::bigint as waiting from gateway.order_line group by seller_id) w,
          (values ('pending', 'liability'), ('payable', 'liability'), ('reserved', 'liability'), ('reserve', 'liability'), ('debt', 'asset')) as a(name, kind)
    order by 1`,
  `insert into ledger.account (code, currency, kind, guarded) values ('provider:receivable', 'KRW', 'asset', false)`,
  // One payment per seller instead of one per order: nothing of a run looks at how pending money came.
  `with made as (
     insert into ledger.posting (key, template, facts_hash, effective_at)
     select 'payment.approved/' || seller_id, 'payment.approved', '', ${DATE} - 7 from onboarding.seller order by seller_id
     returning id, split_part(key, '/', 2) as seller_id, effective_at
   )
   insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
   select made.id, leg.account_code, 'KRW', leg.amount, made.effective_at
     from made
     join ledger.account a on a.code = 'seller:' || made.seller_id || ':pending' and a.currency = 'KRW'
    cross join lateral (values (a.code, a.balance), ('provider:receivable', -a.balance)) as leg(account_code, amount)
    order by made.id`,
];

/**
 * A migrated database of approved sellers, settled every day, whose lines are paid, seen settled, and due. Written with foreign keys
 * and the ledger's balance check put aside, since it is right by construction and asking for each row takes longer than what is measured.
 */
export async function buildMarket(url: string, { sellers, linesPerSeller }: MarketSize): Promise<void> {
  await migrated(url);
  await withClient(url, async (client) => {
    await client.query('set session_replication_role = replica');
    await insertApprovedSellers(client, sellers);
    for (const sql of tables(sellers, (sellers * linesPerSeller) / LINES_PER_ORDER)) await client.query(sql);
    await client.query('vacuum analyze');
  });
}
