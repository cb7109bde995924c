import type { LegacyPayout, LegacyPayoutStatus } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import { shownAccount } from './sub-mall.js';

export type LegacyPayoutObject = z.output<typeof LegacyPayout>;

/** A stored payout to a sub-mall, with the account at the time of the request. */
export type LegacyPayoutRow = Readonly<{
  payoutKey: string;
  subMallId: string;
  requestId: string | null;
  /** yyyy-MM-dd */
  payoutDate: string;
  amount: bigint;
  bankCode: string;
  accountNumber: string;
  holderName: string | null;
  transferSummary: string | null;
  requestedAt: Date;
  status: LegacyPayoutStatus;
  failure: { code: string; message: string } | null;
  metadata: Record<string, string> | null;
  /** The time of the bank's next step; null: no step follows, or a test commands it. */
  nextStepAt: Date | null;
}>;

export const LEGACY_PAYOUT_COLUMNS = `payout_key as "payoutKey", sub_mall_id as "subMallId", request_id as "requestId",
  payout_date as "payoutDate", amount, bank_code as "bankCode", account_number as "accountNumber", holder_name as "holderName",
  transfer_summary as "transferSummary", requested_at as "requestedAt", status, failure, metadata, next_step_at as "nextStepAt"`;

/** Reads a payout and locks it until the transaction ends. */
export async function lockLegacyPayout(sql: Sql, payoutKey: string): Promise<LegacyPayoutRow | undefined> {
  const [row] = await sql.rows<LegacyPayoutRow>(
    `select ${LEGACY_PAYOUT_COLUMNS} from sub_mall_payout where payout_key = $1 for update`,
    [payoutKey],
  );
  return row;
}

/** The payout record (document 1 section 2.10). */
export function legacyPayoutOf(row: LegacyPayoutRow): LegacyPayoutObject {
  const { nextStepAt: _, amount, bankCode, accountNumber, holderName, payoutDate, ...rest } = row;
  return {
    ...rest,
    payoutDate: payoutDate.replaceAll('-', ''),
    payoutAmount: amount,
    account: shownAccount({ bankCode, accountNumber, holderName }),
  };
}
