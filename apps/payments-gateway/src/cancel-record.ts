import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import type { CancelState } from '@jeongsan/state-machines';
import { cancelReasonOf, openText } from './sealed-texts.js';

/** A row of `gateway.cancel`. */
export type CancelRecord = Readonly<{
  id: string;
  paymentId: string;
  paymentKey: string;
  amount: bigint;
  taxFree: bigint;
  /** The reason as a person wrote it, sealed (encrypted). */
  sealedReason: string;
  state: CancelState;
  transactionKey: string | null;
  refusalCode: string | null;
  createdAt: Date;
}>;

const CANCEL = `
  select c.id, c.payment_id as "paymentId", p.payment_key as "paymentKey", c.amount, c.reason as "sealedReason", c.state,
         c.transaction_key as "transactionKey", c.refusal_code as "refusalCode", c.created_at as "createdAt",
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
  db.query<CancelRecord[]>(`${CANCEL} where c.payment_id = $1 order by c.created_at, c.id`, [paymentId]);

export const reasonOf = (seal: DataSeal, { id, sealedReason }: Pick<CancelRecord, 'id' | 'sealedReason'>): string =>
  openText(seal, cancelReasonOf(id), sealedReason);
