import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import type { Currency } from '@jeongsan/money';
import type { CancelState, RefundState } from '@jeongsan/state-machines';
import { cancelReasonOf, openText, refundAccountOf } from '../sealed-texts.js';

/**
 * A cancel by a request; a deposit that the bank withdrew; a withdrawn deposit that came again; an earlier cancel that was moved
 * between lines.
 */
export type CancelKind = 'cancel' | 'withdrawal' | 'redeposit' | 'correction';
/** Whether the cancel names its lines, or the lines were assumed by a rule. */
export type CancelAllocation = 'named' | 'assumed';

/** A row of `gateway.cancel`. */
export type CancelRecord = Readonly<{
  id: string;
  paymentId: string;
  paymentKey: string;
  currency: Currency;
  kind: CancelKind;
  allocation: CancelAllocation;
  /** Negative for a redeposit. */
  amount: bigint;
  taxFree: bigint;
  /** The reason as a person wrote it, sealed (encrypted). */
  sealedReason: string;
  state: CancelState;
  transactionKey: string | null;
  refusalCode: string | null;
  /** Hash of the lines that the request named; null: none. */
  linesHash: string | null;
  /** The transfer of the money to the buyer's bank account; null: there is none. */
  refund: RefundState | null;
  /** The buyer's bank account for the refund, sealed; null: none was named, or the cancel is decided. */
  sealedRefundAccount: string | null;
  /** When a look first saw a cancel of the payment in progress at the provider abroad; null: none did. */
  waitingSince: Date | null;
  /** When that cancel had ended; null: this cancel waits, or never did. */
  waitingUntil: Date | null;
  /** 1, and one more for each answer that only said that another cancel of the payment is in progress. */
  attempt: number;
  canceledAt: Date | null;
  createdAt: Date;
  /** How the payment was made, in the provider's words. */
  method: string | null;
  /** The caller's id of a cancel abroad (document 1 section 2.2, cancelRequestId); null: none was named. */
  requestIdAbroad: string | null;
}>;

/** Whether a cancel waits for a cancel in progress at the provider abroad: its own, or another one of the payment. */
export const isWaiting = ({ state, waitingSince, waitingUntil }: CancelRecord): boolean =>
  state === 'requested' && waitingSince !== null && waitingUntil === null;

const CANCEL = `
  select c.id, c.payment_id as "paymentId", p.payment_key as "paymentKey", p.currency, c.kind, c.allocation, c.amount,
         c.reason as "sealedReason", c.state, c.refund, c.refund_account_sealed as "sealedRefundAccount",
         c.lines_hash as "linesHash", c.canceled_at as "canceledAt", c.attempt,
         c.waiting_since as "waitingSince", c.waiting_until as "waitingUntil",
         c.transaction_key as "transactionKey", c.refusal_code as "refusalCode", c.created_at as "createdAt",
         p.method, c.request_id_abroad as "requestIdAbroad",
         (select coalesce(sum(l.tax_free), 0)::bigint from gateway.cancel_line l where l.cancel_id = c.id) as "taxFree"
    from gateway.cancel c join gateway.payment p on p.id = c.payment_id`;

export async function findCancel(db: Executor, id: string): Promise<CancelRecord | undefined> {
  const [row] = await db.query<CancelRecord[]>(`${CANCEL} where c.id = $1`, [id]);
  return row;
}

export async function findCancelByRequest(db: Executor, requestKey: string): Promise<CancelRecord | undefined> {
  const [row] = await db.query<CancelRecord[]>(`${CANCEL} where c.request_key = $1`, [requestKey]);
  return row;
}

export const findCancelsOf = (db: Executor, paymentId: string): Promise<CancelRecord[]> =>
  db.query<CancelRecord[]>(`${CANCEL} where c.payment_id = $1 order by c.created_at, c.canceled_at, c.id`, [paymentId]);

export const reasonOf = (seal: DataSeal, { id, sealedReason }: Pick<CancelRecord, 'id' | 'sealedReason'>): string =>
  openText(seal, cancelReasonOf(id), sealedReason);

/** The buyer's bank account for the refund, as JSON. */
export const refundAccountTextOf = (
  seal: DataSeal,
  { id, sealedRefundAccount }: Pick<CancelRecord, 'id' | 'sealedRefundAccount'>,
): string | undefined =>
  sealedRefundAccount === null ? undefined : openText(seal, refundAccountOf(id), sealedRefundAccount);
