import { randomUUID } from 'node:crypto';
import { type Executor, lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, paymentApproved, paymentCanceled } from '@jeongsan/ledger';
import {
  type LineComponents,
  type LineNumbers,
  plainTerms,
  priceLine,
  pricingDocument,
  reversalOf,
} from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import { draftRun } from '../payouts/runs/draft-run/draft-run.js';
import { draftedAt } from './closing-world.js';
import { policy } from './usual-policy.js';

export const termsOf = (commissionRate: number) => plainTerms({ commissionRate });
export const draftOn = (db: DataSource, date: string): Promise<void> =>
  draftRun(db, date, policy, () => draftedAt(date));

/** An order with one line and its frozen price; its id is its payment's id too. */
export type PricedOrder = Readonly<{
  orderId: string;
  sellerId: string;
  at: Date;
  line: LineComponents;
  taxFree: bigint;
}>;

export type PlacedOrder = Readonly<{ sellerId: string; amount: bigint; at: Date; rate: number }> &
  Readonly<
    Partial<{
      isPaid: boolean;
      maturesOn: string;
      category: string;
      /** The commission rule that prices the order at `rate`. */
      ruleId: string;
      /** The date of the seller's terms that the order was registered under. */
      termsFrom: string;
      /** The whole discount of the line, which its seller bears. */
      discountBySeller: bigint;
      numbers: LineNumbers;
      /** The part of the price that is free of VAT, and of what is canceled in the same proportion. */
      taxFree: bigint;
    }>
  >;

/** Registers an order at a commission rate; by default pays it; lets it mature on a date, if one is given. */
export async function placeOrder(db: DataSource, order: PlacedOrder): Promise<PricedOrder> {
  const { sellerId, amount, at, rate, isPaid = true, maturesOn, numbers, discountBySeller = 0n } = order;
  const { termsFrom = '2026-01-01', taxFree = 0n } = order;
  const orderId = randomUUID();
  const sold = { amount, discountAmount: discountBySeller, discountBySeller, numbers };
  const { steps, discountBySeller: _bySeller, ...line } = priceLine(sold, termsOf(rate));
  const pricing = pricingDocument({ termsFrom, ruleId: order.ruleId ?? null, ...steps });
  await db.query(
    `with o as (
       insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
       values ($1, 'o', $4, 'KRW', $3, 0, '', $4)
     ), l as (
       insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller,
                                       paid, promotion, commission, commission_vat, net, terms_from, pricing, matures_on)
       values ($1, '1', 1, $2, $11, $3 + $10::bigint, $13, $10, $10, $3, 0, $5, $6, $7, $12, $8, $9)
     ), t as (
       insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
       select $1, '1', 1, $2, 100000, $9::date where $9::date is not null
     ), s as (
       insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount,
         vat, pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, state, download_id)
       values ($1, $1, $1, '카드', 'KRW', $3, 0, 0, 0, 0, $3, '2026-05-01', '2026-05-01', '2026-05-06', '2026-05-04', 'imported', 1)
     )
     insert into gateway.payment (id, order_id, payment_key, amount, state, transaction_key, created_at)
     values ($1::uuid, $1, $1, $3, 'confirming', $1, $4)`,
    [
      ...[orderId, sellerId, line.paid, at, line.commission, line.commissionVat, line.net, pricing, maturesOn ?? null],
      ...[discountBySeller, order.category ?? 'c', termsFrom, taxFree],
    ],
  );
  const placed = { orderId, sellerId, at, line, taxFree };
  if (isPaid) await pay(db, placed);
  return placed;
}

export const pay = (db: DataSource, { orderId, sellerId, at, line }: PricedOrder): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.query(`update gateway.payment set state = 'approved', approved_at = $2 where order_id = $1`, [
      orderId,
      at,
    ]);
    await postLedger(tx, [paymentApproved({ paymentId: orderId, effectiveAt: at, lines: [{ sellerId, ...line }] })]);
  });

/** Books a partial cancel: taken from pending, or after maturity from payable, and the rest becomes debt. */
export const cancelPart = (db: DataSource, order: PricedOrder, amount: bigint, at: Date): Promise<void> =>
  transaction(db, async (tx) => {
    const { orderId, sellerId, line, taxFree } = order;
    const payable = chart.sellerPayable(sellerId);
    const balances = await lockBalances(tx, [chart.sellerPending(sellerId), payable, chart.sellerDebt(sellerId)]);
    const reversed = reversalOf(line, await canceledOf(tx, orderId), amount);
    const beyond = (await hasMatured(tx, orderId)) ? reversed.net : 0n;
    const available = balances.get(payable.code) ?? 0n;
    const fromPayable = beyond < available ? beyond : available;
    const toDebt = beyond - fromPayable;
    const cancelId = randomUUID();
    await tx.query(
      `with c as (
         insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, canceled_at, created_at)
         values ($1::uuid, $2::uuid, $1::uuid::text, $4, 'r', 'done', $5, $5) returning id
       )
       insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, net, tax_free,
                                        from_payable, to_debt)
       select c.id, $2::uuid::text, '1', $3, $4, 0, $6, $7, $8, $11, $9, $10 from c`,
      [
        ...[cancelId, orderId, sellerId, amount, at],
        ...[reversed.commission, reversed.commissionVat, reversed.net, fromPayable, toDebt],
        (taxFree * amount) / line.paid,
      ],
    );
    await tx.query(
      `update gateway.payment set canceled = canceled + $2, state = 'partially_canceled' where order_id = $1`,
      [orderId, amount],
    );
    const lines = [{ sellerId, ...reversed, fromPayable, toDebt }];
    await postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: at, lines })]);
  });

export async function canceledOf(db: Executor, orderId: string): Promise<bigint> {
  const [row] = await db.query<{ canceled: bigint }[]>(
    `select coalesce(sum(paid), 0)::bigint as canceled from gateway.cancel_line where order_id = $1`,
    [orderId],
  );
  return row?.canceled ?? 0n;
}

async function hasMatured(db: Executor, orderId: string): Promise<boolean> {
  return (await db.query<unknown[]>('select from payouts.matured_line where order_id = $1', [orderId])).length > 0;
}

/**
 * The accounts with a balance that the seller's postings touched, each with its natural sign (owed, earned or due is
 * positive).
 */
export async function booksOf(db: Executor, sellerId: string): Promise<Record<string, bigint>> {
  const rows = await db.query<{ code: string; balance: bigint }[]>(
    `select e.account_code as code, (sum(e.amount) * case when a.kind in ('asset', 'expense') then 1 else -1 end)::bigint as balance
       from ledger.entry e join ledger.account a on a.code = e.account_code and a.currency = e.currency
      where e.posting_id in (select posting_id from ledger.entry where account_code like 'seller:' || $1 || ':%')
      group by e.account_code, a.kind having sum(e.amount) <> 0 order by 1`,
    [sellerId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code.replace(`seller:${sellerId}:`, ''), balance]));
}
