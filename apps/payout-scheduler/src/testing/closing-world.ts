import { addDays } from '@jeongsan/calendar';
import { lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, lineMatured, paymentApproved, paymentCanceled } from '@jeongsan/ledger';
import { plainTerms, type TermsInput, NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import { addTerms } from '../terms/set-terms/set-terms.js';

/** The time at which the run of a date is drafted, which is its cut-off. */
export const draftedAt = (date: string): Date => new Date(`${date}T04:00:00+09:00`);
export const dayOf = (day: number): string => addDays('2026-05-08', day);

/** An approved seller under plain terms without commission. */
export async function openSeller(db: DataSource, sellerId: string, terms: Partial<TermsInput> = {}): Promise<void> {
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`.slice(0, 20)],
  );
  await addTerms(db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms(terms) }, 'key:market', new Date());
}

/** An order with one matured line; its id is also the id of its payment and its postings. */
export type Sale = Readonly<{ orderId: string; sellerId: string; amount: bigint; at: Date }>;

export async function sell(db: DataSource, { orderId, sellerId, amount, at }: Sale): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query(
      `with o as (
         insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
         values ($1, 'o', $4, 'KRW', $3, 0, '', $4)
       ), l as (
         insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller,
                                         paid, promotion, commission, commission_vat, net, terms_from, pricing)
         values ($1, '1', 1, $2, 'c', $3, 0, 0, 0, $3, 0, 0, 0, $3, '2026-01-01', '{}')
       ), m as (
         insert into payouts.matured_line (order_id, line_id, tranche, share, seller_id, amount, matured_on, posting_key)
         values ($1, '1', 1, 100000, $2, $3, $4::timestamptz::date, 'line.matured/' || $1 || '/1')
       )
       insert into gateway.payment (id, order_id, payment_key, amount, state, transaction_key, approved_at, created_at)
       values (gen_random_uuid(), $1, $1, $3, 'approved', $1, $4, $4)`,
      [orderId, sellerId, amount.toString(), at],
    );
    const line = { ...NO_AMOUNTS, sellerId, paid: amount };
    await postLedger(tx, [
      paymentApproved({ paymentId: orderId, effectiveAt: at, lines: [line] }),
      lineMatured({ lineKey: `${orderId}/1`, sellerId, amount, effectiveAt: at }),
    ]);
  });
}

/** Books a cancel: taken from payable, or else made a debt. With `isDone` false the cancel is only requested. */
export async function refund(
  db: DataSource,
  sale: Sale,
  refunded: Readonly<{ cancelId: string; amount: bigint; at: Date; isDone: boolean }>,
): Promise<void> {
  const { sellerId } = sale;
  const { cancelId, amount, at, isDone } = refunded;
  await transaction(db, async (tx) => {
    const balances = await lockBalances(tx, [
      chart.sellerPending(sellerId),
      chart.sellerPayable(sellerId),
      chart.sellerDebt(sellerId),
    ]);
    const payable = balances.get(chart.sellerPayable(sellerId).code) ?? 0n;
    const fromPayable = payable < amount ? payable : amount;
    const toDebt = amount - fromPayable;
    await tx.query(
      `with c as (
         insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, created_at)
         select $1::uuid, p.id, $1::uuid::text, $3, 'r', $4, $5 from gateway.payment p where p.order_id = $2 returning id
       )
       insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, net, tax_free,
                                        from_payable, to_debt)
       select c.id, $2, '1', $6, $3, 0, 0, 0, $3, 0, $7, $8 from c`,
      [
        cancelId,
        sale.orderId,
        amount.toString(),
        isDone ? 'done' : 'requested',
        at,
        sellerId,
        isDone ? fromPayable.toString() : '0',
        isDone ? toDebt.toString() : '0',
      ],
    );
    if (!isDone) return;
    const line = { ...NO_AMOUNTS, sellerId, paid: amount, fromPayable, toDebt };
    await postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: at, lines: [line] })]);
  });
}

export type HoldOn = Readonly<{ sellerId: string; orderId?: string; amount?: bigint; releaseOn?: string }>;

export async function hold(db: DataSource, { sellerId, orderId, amount, releaseOn }: HoldOn): Promise<void> {
  const scope = orderId === undefined ? (amount === undefined ? 'SELLER' : 'AMOUNT') : 'ORDER';
  await db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id, amount, release_on)
     values (gen_random_uuid(), $1, 'DISPUTE', now(), $2, $3, $4, $5) on conflict do nothing`,
    [sellerId, scope, orderId ?? null, amount?.toString() ?? null, releaseOn ?? null],
  );
}

export const releaseHolds = (db: DataSource, sellerId: string) =>
  db.query(`update payouts.hold set released_at = now() where seller_id = $1 and released_at is null`, [sellerId]);
