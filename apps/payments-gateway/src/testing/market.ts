import { discountOf, plainTerms, termsDocument } from '@jeongsan/settlement';
import { randomUUID } from 'node:crypto';
import { businessDateOf } from '@jeongsan/calendar';
import { lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, lineMatured, payoutReserved } from '@jeongsan/ledger';
import { statement } from '@jeongsan/sql';
import { balances, type Sandbox } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { OrderFacts } from '../orders/create-order/check-order.js';

export type LineDraft = Partial<OrderFacts['lines'][number]>;

/** Onboards sellers with terms of 10 % commission, payable two business days after payment. */
export async function onboard(db: DataSource, ...sellerIds: string[]): Promise<void> {
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed,
                                    account_masked, account_fingerprint, facts_hash, state, created_at, updated_at, polled_at)
     select id, 'ref-' || id, 'CORPORATE', '', '088', '', '', '', '', 'approved', now(), now(), now() from unnest($1::text[]) as id`,
    [sellerIds],
  );
  await setTermsOf(db, sellerIds, '2026-05-01', 10_000);
}

/** Sets terms of a seller: payable after two business days, at `rate` in 1/100,000. */
export async function setTermsOf(
  db: DataSource,
  sellerIds: string[],
  from: string,
  commissionRate: number,
): Promise<void> {
  const terms = plainTerms({ commissionRate, lagDays: 2, lagUnit: 'BUSINESS', datePolicy: 'HOLIDAY_AFTER' });
  await db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
     select id, $2, $3, now() from unnest($1::text[]) as id`,
    [sellerIds, from, termsDocument(terms)],
  );
}

/** An order with lines L1, L2, ...; by default each is 10,000 won of the seller acme. */
export function order(drafts: LineDraft[] = [{}], more: Partial<OrderFacts> = {}): OrderFacts {
  const lines = drafts.map((draft, index) => ({
    lineId: `L${index + 1}`,
    sellerId: 'acme',
    category: 'books',
    amount: 10_000n,
    taxFreeAmount: 0n,
    ...(draft.discounts === undefined && { discountAmount: 0n, discountBySeller: 0n }),
    ...draft,
  }));
  const totalAmount = lines.reduce((sum, line) => sum + line.amount - discountOf(line), 0n);
  return {
    orderId: `order-${randomUUID()}`,
    orderName: 'books',
    orderedAt: new Date('2026-05-11T00:30:00Z'),
    totalAmount,
    lines,
    ...more,
  };
}

/** Plays a buyer who authenticates the payment of an order in the payment window. */
export async function buyerPays(
  { control }: Sandbox,
  { orderId, orderName, totalAmount, lines }: OrderFacts,
  more: Partial<Parameters<Sandbox['control']['payAsBuyer']>[0]['body']> = {},
): Promise<{ paymentKey: string; orderId: string; amount: bigint }> {
  const taxFreeAmount = lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  const body = { method: '카드', orderId, orderName, amount: totalAmount, taxFreeAmount, ...more } as const;
  const { paymentKey } = await control.payAsBuyer({ body });
  return { paymentKey, orderId, amount: totalAmount };
}

/**
 * Moves the remaining money of lines from pending to payable, under the lock of the accounts, like the scheduler does.
 */
export const mature = (db: DataSource, orderId: string, ...lineIds: string[]): Promise<void> =>
  maturePart(db, orderId, lineIds, { tranche: 1, share: 100_000 });

const MATURE = statement(`
  insert into payouts.matured_line (order_id, line_id, tranche, share, seller_id, amount, matured_on, posting_key)
  select order_id, line_id, :tranche::smallint, share, seller_id, amount, :maturedOn,
         case when amount > 0 then 'line.matured/' || order_id || '/' || line_id || '/' || :tranche end
    from (
      select l.order_id, l.line_id, l.seller_id, :share::int - coalesce(m.share, 0) as share,
             greatest(0, (l.net - coalesce(c.net, 0)) * :share::bigint / 100000 - coalesce(m.amount, 0) + coalesce(c.taken, 0)) as amount
        from gateway.order_line l
        cross join lateral (select sum(cl.net)::bigint as net, sum(cl.from_payable + cl.to_debt) as taken
                              from gateway.cancel_line cl join gateway.cancel c on c.id = cl.cancel_id
                             where cl.order_id = l.order_id and cl.line_id = l.line_id and c.state = 'done') c
        cross join lateral (select sum(amount) as amount, sum(share) as share from payouts.matured_line m
                             where m.order_id = l.order_id and m.line_id = l.line_id) m
       where l.order_id = :orderId and l.line_id = any(:lineIds)) due
  returning line_id as "lineId", seller_id as "sellerId", amount`);

/**
 * Matures one tranche. `share` in 1/100,000 is the share of the lines that has matured with this tranche, earlier ones
 * included.
 */
export async function maturePart(
  db: DataSource,
  orderId: string,
  lineIds: string[],
  { tranche, share }: { tranche: number; share: number },
): Promise<void> {
  const effectiveAt = new Date('2026-05-13T00:00:00Z');
  await transaction(db, async (tx) => {
    const sellers = await tx.query<{ id: string }[]>(
      'select distinct seller_id as id from gateway.order_line where order_id = $1 and line_id = any($2)',
      [orderId, lineIds],
    );
    const accounts = sellers.flatMap(({ id }) => [chart.sellerPending(id), chart.sellerPayable(id)]);
    await lockBalances(tx, accounts);
    const lines = await MATURE.rows<{ lineId: string; sellerId: string; amount: bigint }>(tx, {
      orderId,
      lineIds,
      maturedOn: businessDateOf(effectiveAt),
      tranche,
      share,
    });
    await postLedger(
      tx,
      lines.map(({ lineId, ...line }) =>
        lineMatured({ lineKey: `${orderId}/${lineId}/${tranche}`, effectiveAt, ...line }),
      ),
    );
  });
}

/** Takes payable money away, like the reservation for a payout does. */
export async function reserve(db: DataSource, sellerId: string, amount: bigint): Promise<void> {
  const facts = { payoutId: randomUUID(), sellerId, amount, effectiveAt: new Date('2026-05-13T01:00:00Z') };
  await postLedger(db, [payoutReserved(facts)]);
}

const TABLES = [
  'gateway.orders',
  'gateway.order_line',
  'gateway.payment',
  'gateway.cancel',
  'gateway.cancel_line',
  'ledger.posting',
  'ledger.entry',
  'messaging.outbox',
  'messaging.event',
];

/**
 * A summary of everything this app writes: rows per table, states, balances. Equal before and after means that nothing
 * changed.
 */
export async function footprint(db: DataSource): Promise<Record<string, unknown>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  const [rows] = await db.query<Record<string, unknown>[]>(`select ${counts.join(', ')}`);
  const payments = await db.query<unknown[]>('select id, state, canceled from gateway.payment order by id');
  return { ...rows, payments, balances: await balances(db) };
}
