import { won } from '@jeongsan/money';
import type { Payout, PayoutStatus } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';

export type PayoutObject = z.output<typeof Payout>;

/** A stored payout. */
export type PayoutRow = Readonly<{
  id: string;
  refPayoutId: string;
  destination: string;
  scheduleType: 'EXPRESS' | 'SCHEDULED';
  payoutDate: string;
  amount: bigint;
  transactionDescription: string;
  requestedAt: Date;
  status: PayoutStatus;
  error: { code: string; message: string } | null;
  metadata: Record<string, string> | null;
  /** The time of the bank's next step; null: no step follows, or a test commands it. */
  nextStepAt: Date | null;
}>;

export const PAYOUT_COLUMNS = `payout.id, payout.ref_payout_id as "refPayoutId", payout.destination,
  payout.schedule_type as "scheduleType", payout.payout_date as "payoutDate", payout.amount,
  payout.transaction_description as "transactionDescription", payout.requested_at as "requestedAt", payout.status, payout.error,
  payout.metadata, payout.next_step_at as "nextStepAt"`;

/** Reads a payout and locks it until the transaction ends. */
export async function lockPayout(sql: Sql, id: string): Promise<PayoutRow | undefined> {
  const [row] = await sql.rows<PayoutRow>(`select ${PAYOUT_COLUMNS} from payout where id = $1 for update`, [id]);
  return row;
}

/** The provider's Payout object (document 2 section 2.9). */
export function payoutOf({ nextStepAt: _, amount, ...rest }: PayoutRow): PayoutObject {
  return { ...rest, amount: won(amount) };
}
