import { createHash, randomUUID } from 'node:crypto';
import { businessDateOf } from '@jeongsan/calendar';
import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, paymentApproved, paymentCanceled } from '@jeongsan/ledger';
import { plainTerms, type TaxType, type TermsBody, NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import { draftRun } from '../payouts/runs/draft-run/draft-run.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { addTerms } from '../terms/set-terms/set-terms.js';
import { policy } from './usual-policy.js';

export const draft = (db: DataSource, date: string, more: Partial<PayoutPolicy> = {}): Promise<void> =>
  draftRun(db, date, { ...policy, ...more }, () => new Date(`${date}T04:00:00+09:00`));

/** Onboards a payable seller with daily settlement. */
export async function seller(
  db: DataSource,
  sellerId: string,
  taxType: TaxType = 'GENERAL',
  more: Partial<TermsBody> = {},
): Promise<void> {
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`.slice(0, 20)],
  );
  await addTerms(
    db,
    { sellerId, effectiveFrom: '2026-01-01', ...plainTerms({ taxType }), ...more },
    'key:market',
    new Date(),
  );
}

export type SoldLine = Readonly<{
  sellerId: string;
  amount: bigint;
  discountBySeller?: bigint;
  category?: string;
  lineId?: string;
  productId?: string;
  /** The part of the price that is free of VAT. */
  taxFree?: bigint;
  /** A fee besides the commission; 10 % VAT are added to it. */
  fee?: bigint;
}>;
export type Tranche = Readonly<{ share: number; maturesOn: string }>;
export type Sale = Readonly<{ orderId: string; paymentId: string; lines: readonly SoldLine[] }>;

/** The charges in these tests: 10 % of the seller's price, and 10 % VAT on them. */
const charged = (base: bigint, fee = 0n) => ({
  commission: base / 10n,
  commissionVat: base / 100n,
  fees: fee,
  feeVat: fee / 10n,
});
const netOf = (base: bigint, fee = 0n): bigint =>
  Object.values(charged(base, fee)).reduce((left, charge) => left - charge, base);
const baseOf = (line: SoldLine): bigint => line.amount - (line.discountBySeller ?? 0n);
const lineIdOf = (line: SoldLine, index: number): string => line.lineId ?? `L${index + 1}`;

/** Books a paid and settled order whose lines mature on a date, whole or in tranches. */
export async function sale(
  db: DataSource,
  lines: readonly SoldLine[],
  times: Readonly<{ approvedAt: Date; maturesOn: string | readonly Tranche[] }>,
): Promise<Sale> {
  const orderId = `order-${randomUUID()}`;
  const [paymentId, transactionKey] = [randomUUID(), randomUUID()];
  const paid = lines.reduce((sum, line) => sum + baseOf(line), 0n);
  await db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ($1, '주문', $3, 'KRW', $2, 0, '', $3)`,
    [orderId, paid, times.approvedAt],
  );
  const { approvedAt, maturesOn } = times;
  const tranches = typeof maturesOn === 'string' ? [{ share: 100_000, maturesOn }] : maturesOn;
  await insertLines(db, orderId, lines, tranches, businessDateOf(approvedAt));
  await db.query(
    `insert into gateway.payment (id, order_id, payment_key, amount, state, transaction_key, approved_at, created_at)
     values ($1, $2, $3, $4, 'approved', $5, $6, $6)`,
    [paymentId, orderId, `key-${paymentId}`, paid, transactionKey, times.approvedAt],
  );
  await db.query(
    `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount, vat,
       pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, state, download_id)
     values ($1, 'k', $2, '카드', 'KRW', $3, 0, 0, 0, 0, $3, '2026-05-01', '2026-05-01', '2026-05-06', '2026-05-04', 'imported', 1)`,
    [transactionKey, orderId, paid],
  );
  await postLedger(db, [
    paymentApproved({
      paymentId,
      effectiveAt: times.approvedAt,
      lines: lines.map((line) => ({
        ...NO_AMOUNTS,
        sellerId: line.sellerId,
        paid: baseOf(line),
        ...charged(baseOf(line), line.fee),
      })),
    }),
  ]);
  return { orderId, paymentId, lines };
}

async function insertLines(
  db: DataSource,
  orderId: string,
  lines: readonly SoldLine[],
  tranches: readonly Tranche[],
  waitsFrom: string,
): Promise<void> {
  for (const [i, line] of lines.entries()) {
    const base = baseOf(line);
    const { commission, commissionVat, fees, feeVat } = charged(base, line.fee);
    await db.query(
      `insert into gateway.order_line (order_id, line_id, position, seller_id, category, product_id, amount, tax_free, discount,
         discount_by_seller, paid, promotion, commission, commission_vat, fees, fee_vat, net, terms_from, pricing, matures_on, waits_from)
       values ($1, $2, $3, $4, $5, $6, $7, $17, $8, $8, $9, 0, $10, $11, $12, $13, $14, '2026-01-01', '{}', $15, $16)`,
      [
        orderId,
        lineIdOf(line, i),
        i + 1,
        line.sellerId,
        line.category ?? '의류',
        line.productId ?? null,
        line.amount,
        line.discountBySeller ?? 0n,
        base,
        commission,
        commissionVat,
        fees,
        feeVat,
        netOf(base, line.fee),
        tranches.at(-1)?.maturesOn,
        waitsFrom,
        line.taxFree ?? 0n,
      ],
    );
    await db.query(
      `insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
       select $1, $2, t.tranche, $3, t.share, t.matures_on
         from unnest($4::int[], $5::date[]) with ordinality as t(share, matures_on, tranche)`,
      [
        orderId,
        lineIdOf(line, i),
        line.sellerId,
        tranches.map(({ share }) => share),
        tranches.map((tranche) => tranche.maturesOn),
      ],
    );
  }
}

export type Refund = Readonly<{
  line: number;
  paid: bigint;
  taxFree?: bigint;
  from: 'pending' | 'payable' | 'debt';
  /** The part of the net taken from pending money, for a line that matures in tranches. */
  waiting?: bigint;
}>;

/** Books a refund of parts of a sale's lines; the caller says from which accounts each part is taken. */
export async function refund(db: DataSource, of: Sale, parts: readonly Refund[], canceledAt: Date): Promise<string> {
  const cancelId = randomUUID();
  const lines = parts.map(({ line: index, paid, from, waiting = 0n, taxFree = 0n }) => {
    const beyond = netOf(paid) - waiting;
    const sold = of.lines[index] as SoldLine;
    return {
      ...NO_AMOUNTS,
      lineId: lineIdOf(sold, index),
      sellerId: sold.sellerId,
      paid,
      taxFree,
      ...charged(paid),
      fromPayable: from === 'payable' ? beyond : 0n,
      toDebt: from === 'debt' ? beyond : 0n,
    };
  });
  const amount = parts.reduce((sum, part) => sum + part.paid, 0n);
  await db.query(
    `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, canceled_at, created_at)
     values ($1, $2, $1::uuid::text, $3, '', 'done', $4, $4)`,
    [cancelId, of.paymentId, amount, canceledAt],
  );
  for (const line of lines) {
    await db.query(
      `insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, net, tax_free,
         from_payable, to_debt)
       values ($1, $2, $3, $4, $5, 0, $6, $7, $8, $11, $9, $10)`,
      [
        cancelId,
        of.orderId,
        line.lineId,
        line.sellerId,
        line.paid,
        line.commission,
        line.commissionVat,
        netOf(line.paid),
        line.fromPayable,
        line.toDebt,
        line.taxFree,
      ],
    );
  }
  await db.transaction(async (tx) => {
    const sellers = [...new Set(lines.map((line) => line.sellerId))];
    await lockBalances(
      tx,
      sellers.flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id), chart.sellerDebt(id)]),
    );
    await postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: canceledAt, lines })]);
  });
  return cancelId;
}

/** The API key of a test, and the setting that configures it. */
export const API_KEY = 'statement-world-key';
export const apiKeys = JSON.stringify([
  { id: 'operator', sha256: createHash('sha256').update(API_KEY).digest('hex'), roles: ['operator'] },
]);
