import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, paymentApproved, paymentCanceled, settlementAvailable, settlementPending } from '@jeongsan/ledger';
import {
  type LineResult,
  plainTerms,
  priceLine,
  pricingDocument,
  reversalOf,
  type TermsInput,
} from '@jeongsan/settlement';
import type { PayoutEvent } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import { advancePayouts, type PayoutNews } from '@jeongsan/payouts';
import { pgPayoutRecords } from '../payouts/payout-store/pg-payout-records.js';
import { draftRun } from '../payouts/runs/draft-run/draft-run.js';
import { addTerms } from '../terms/set-terms/set-terms.js';
import { policy } from './usual-policy.js';

const TERMS_FROM = '2026-01-01';
/** Terms with 10 % commission and a payment fee. */
const contractWith = (fee: number) => ({
  commissionRate: 10_000,
  fees: [{ code: 'PAYMENT', name: { ko: '결제 수수료', en: 'Payment' }, charge: { kind: 'RATE' as const, rate: fee } }],
});
export type LineAsked = {
  sellerId: string;
  amount: bigint;
  discount?: bigint;
  bySeller?: bigint;
  /** The rate of the payment fee, in 1/100,000. */
  fee?: number;
  maturesOn?: string | null;
  /** The date on which two thirds of the line mature; undefined: the whole line matures on one date. */
  partlyOn?: string;
};
type Line = LineResult & { lineId: string; sellerId: string; canceled: bigint };
export type MarketOrder = { orderId: string; paymentId: string; lines: Line[]; paidOn: string };

/** A market on a real database: orders are paid, settled, matured, canceled and paid out while days pass. */
export class SettledMarket {
  constructor(readonly db: DataSource) {}

  async seller(sellerId: string, terms: Partial<TermsInput> = {}, state = 'approved'): Promise<void> {
    await this.db.query(
      `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
         account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
       values ($1, $2, 'CORPORATE', '', '088', '', '110-***-0001', 'print', '', $3, $1, now(), now(), now())`,
      [sellerId, `${sellerId}-reference`.slice(0, 20), state],
    );
    await addTerms(
      this.db,
      { sellerId, effectiveFrom: TERMS_FROM, ...plainTerms({ ...contractWith(0), ...terms }) },
      'key:market',
      new Date(),
    );
  }

  /** Books a paid order at 10 % commission; by default with its settlement. */
  async order(
    asked: readonly LineAsked[],
    paidOn = '2026-05-01',
    settlement: 'imported' | 'disputed' | null = 'imported',
  ): Promise<MarketOrder> {
    const [orderId, paymentId, transactionKey] = [`order-${randomUUID()}`, randomUUID(), randomUUID()];
    const effectiveAt = instantAt(paidOn, '10:00:00');
    const lines = asked.map((line, i) => ({ ...pricedLine(line), lineId: `L${i + 1}`, canceled: 0n }));
    const total = lines.reduce((sum, line) => sum + line.paid, 0n);
    await this.db.query(
      `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
       values ($1, 'o', $2, 'KRW', $3, 0, '', $2)`,
      [orderId, effectiveAt, total],
    );
    for (const [i, line] of lines.entries()) await this.#writeLine(orderId, i, line, asked[i]);
    await this.db.query(
      `insert into gateway.payment (id, order_id, payment_key, amount, state, method, transaction_key, approved_at, created_at)
       values ($1, $2, $3, $4, 'approved', '카드', $5, $6, $6)`,
      [paymentId, orderId, `key-${paymentId}`, total, transactionKey, effectiveAt],
    );
    await postLedger(this.db, [paymentApproved({ paymentId, effectiveAt, lines })]);
    if (settlement) await this.#settle(orderId, transactionKey, total, paidOn, settlement);
    return { orderId, paymentId, lines, paidOn };
  }

  async #writeLine(orderId: string, position: number, line: Line, asked: LineAsked | undefined): Promise<void> {
    const { amount = 0n, discount = 0n, bySeller = 0n, maturesOn = '2026-05-08' } = asked ?? {};
    await this.db.query(
      `insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller, paid,
         promotion, commission, commission_vat, fees, fee_vat, net, terms_from, matures_on, pricing)
       values ($1, $2, $3, $4, 'c', $5, 0, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        orderId,
        line.lineId,
        position,
        line.sellerId,
        amount,
        discount,
        bySeller,
        line.paid,
        line.promotion,
        line.commission,
        line.commissionVat,
        line.fees,
        line.feeVat,
        line.net,
        TERMS_FROM,
        maturesOn,
        pricingDocument({ ...line.steps, termsFrom: TERMS_FROM, ruleId: null }),
      ],
    );
    if (maturesOn === null) return;
    const parts = asked?.partlyOn
      ? [
          { share: 66_667, on: asked.partlyOn },
          { share: 33_333, on: maturesOn },
        ]
      : [{ share: 100_000, on: maturesOn }];
    await this.db.query(
      `insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
       select $1, $2, t.tranche, $3, t.share, t.matures_on from unnest($4::int[], $5::date[]) with ordinality as t(share, matures_on, tranche)`,
      [orderId, line.lineId, line.sellerId, parts.map((part) => part.share), parts.map((part) => part.on)],
    );
  }

  /** Books the provider's settlement row of a transaction; 2.2 % are its fee and the VAT on the fee. */
  async #settle(
    orderId: string,
    transactionKey: string,
    amount: bigint,
    soldOn: string,
    state: 'imported' | 'disputed',
  ): Promise<void> {
    const supplyAmount = (amount * 2n) / 100n;
    const vat = supplyAmount / 10n;
    const payOutAmount = amount - supplyAmount - vat;
    await this.db.query(
      `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount, vat,
         pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, state, download_id)
       values ($1, 'k', $2, '카드', 'KRW', $3, $4, $4, $5, $6, $7, $8, $8, $8, $8, $9, 1)`,
      [transactionKey, orderId, amount, supplyAmount + vat, supplyAmount, vat, payOutAmount, soldOn, state],
    );
    if (state === 'disputed') return;
    const row = {
      transactionKey,
      currency: 'KRW' as const,
      effectiveAt: instantAt(soldOn, '23:00:00'),
      amount,
      supplyAmount,
      vat,
      payOutAmount,
    };
    await postLedger(this.db, [settlementPending(row), settlementAvailable(row)]);
  }

  /**
   * Books a partial cancel of one line like the gateway does: matured money is taken from payable, the rest becomes
   * debt.
   */
  async cancel(order: MarketOrder, lineIndex: number, paid: bigint, on: string): Promise<string> {
    const line = order.lines[lineIndex];
    if (!line) throw new Error(`The order has no line ${lineIndex}`);
    const [cancelId, canceledAt] = [randomUUID(), instantAt(on, '12:00:00')];
    const { sellerId } = line;
    const parts = reversalOf(line, line.canceled, paid);
    line.canceled += paid;
    await this.db.transaction(async (tx) => {
      const accounts = [chart.sellerPending(sellerId), chart.sellerPayable(sellerId), chart.sellerDebt(sellerId)];
      const balances = await lockBalances(tx, accounts);
      const [waiting] = await tx.query<{ amount: bigint }[]>(
        `select (l.net - gone.net - (matured.amount - gone.taken))::bigint as amount
           from gateway.order_line l
           cross join lateral (
             select coalesce(sum(net), 0) as net, coalesce(sum(from_payable + to_debt), 0) as taken from gateway.cancel_line
              where (order_id, line_id) = (l.order_id, l.line_id)) gone
           cross join lateral (
             select coalesce(sum(amount), 0) as amount from payouts.matured_line where (order_id, line_id) = (l.order_id, l.line_id)) matured
          where (l.order_id, l.line_id) = ($1, $2)`,
        [order.orderId, line.lineId],
      );
      const pending = waiting?.amount ?? 0n;
      const beyond = parts.net - (pending < parts.net ? pending : parts.net);
      const payable = balances.get(chart.sellerPayable(sellerId).code) ?? 0n;
      const fromPayable = beyond < payable ? beyond : payable;
      const toDebt = beyond - fromPayable;
      await tx.query(
        `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, transaction_key, canceled_at, created_at)
         values ($1::uuid, $2, $1::text, $3, 'changed my mind', 'done', $1::text, $4, $4)`,
        [cancelId, order.paymentId, paid, canceledAt],
      );
      await tx.query(
        `insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, fees, fee_vat, net, tax_free,
           from_payable, to_debt) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13)`,
        [
          cancelId,
          order.orderId,
          line.lineId,
          sellerId,
          paid,
          parts.promotion,
          parts.commission,
          parts.commissionVat,
          parts.fees,
          parts.feeVat,
          parts.net,
          fromPayable,
          toDebt,
        ],
      );
      const reversed = { ...parts, sellerId, fromPayable, toDebt };
      await postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: canceledAt, lines: [reversed] })]);
    });
    return cancelId;
  }

  /** Drafts the payout run of a date at 13:00. */
  async draft(date: string): Promise<void> {
    await draftRun(this.db, date, policy, () => instantAt(date, '13:00:00'));
  }

  payouts(sellerId: string): Promise<{ id: string; amount: bigint; state: string }[]> {
    return this.db.query(
      `select p.id, p.amount, p.state from payouts.payout p join payouts.statement s on s.id = p.statement_id
        where p.seller_id = $1 order by s.business_date, p.amount desc`,
      [sellerId],
    );
  }

  /** Applies events to a payout, in order. */
  async advance(payoutId: string, on: string, events: readonly PayoutEvent[], news: PayoutNews = {}): Promise<void> {
    const now = instantAt(on, '15:00:00');
    if (events.includes('submit')) {
      const sent = `update payouts.payout set submitted_at = $2, schedule_type = 'SCHEDULED', payout_date = $3 where id = $1`;
      await this.db.query(sent, [payoutId, now, on]);
    }
    for (const event of events) {
      await this.db.transaction((tx) => advancePayouts(pgPayoutRecords(tx), [{ id: payoutId, event, ...news }], now));
    }
  }
}

function pricedLine({ sellerId, amount, discount = 0n, bySeller = 0n, fee = 0 }: LineAsked) {
  const line = { amount, discountAmount: discount, discountBySeller: bySeller };
  return { ...priceLine(line, plainTerms(contractWith(fee))), sellerId };
}
