import { bankNamed, type SubMall, type SubMallStatus } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import type { Call } from '../world.js';

export type SubMallObject = z.output<typeof SubMall>;

/** A stored sub-mall; its bank is a code of three digits. */
export type SubMallRow = Readonly<{
  subMallId: string;
  type: SubMallObject['type'];
  companyName: string | null;
  representativeName: string | null;
  businessNumber: string | null;
  bankCode: string;
  accountNumber: string;
  holderName: string | null;
  email: string | null;
  phoneNumber: string | null;
  metadata: Record<string, string> | null;
  status: SubMallStatus;
}>;

export const SUB_MALL_COLUMNS = `sub_mall_id as "subMallId", type, company_name as "companyName",
  representative_name as "representativeName", business_number as "businessNumber", bank_code as "bankCode",
  account_number as "accountNumber", holder_name as "holderName", email, phone_number as "phoneNumber", metadata, status`;

/** Reads a sub-mall and locks it until the transaction ends. Throws Refused if it does not exist or was deleted. */
export async function lockSubMall(call: Call, subMallId: string): Promise<SubMallRow> {
  assertSubMallId(subMallId);
  const [row] = await call.sql.rows<SubMallRow>(
    `select ${SUB_MALL_COLUMNS} from sub_mall where sub_mall_id = $1 and deleted_at is null for update`,
    [subMallId],
  );
  if (!row) throw new Refused('NOT_FOUND_SUBMALL');
  return row;
}

export async function findSubMall(sql: Sql, subMallId: string): Promise<SubMallRow> {
  assertSubMallId(subMallId);
  const [row] = await sql.rows<SubMallRow>(
    `select ${SUB_MALL_COLUMNS} from sub_mall where sub_mall_id = $1 and deleted_at is null`,
    [subMallId],
  );
  if (!row) throw new Refused('NOT_FOUND_SUBMALL');
  return row;
}

// ASSUMED: an id consists of letters and digits, as the published message of INVALID_SUBMALL_ID says, and is not a word
// used in the paths.
export function assertSubMallId(subMallId: string): void {
  if (!/^[A-Za-z0-9]{1,20}$/.test(subMallId) || subMallId === 'settlements') throw new Refused('INVALID_SUBMALL_ID');
}

// ASSUMED: the error code for a merchant without a legacy payout contract is not published.
export function assertLegacyContract({ world }: Call): void {
  if (!world.merchant.settings.hasLegacyPayoutContract) throw new Refused('FORBIDDEN_REQUEST');
}

type StoredAccount = Readonly<{ bankCode: string; accountNumber: string; holderName: string | null }>;

/** The account as answers show it, with the bank's short code. */
export const shownAccount = ({ bankCode, accountNumber, holderName }: StoredAccount): SubMallObject['account'] => ({
  bankCode: bankNamed(bankCode)?.shortCode ?? bankCode,
  accountNumber,
  holderName,
});

/** The provider's Submall object (document 1 section 2.10). */
export const subMallOf = ({ bankCode, accountNumber, holderName, ...rest }: SubMallRow): SubMallObject => ({
  ...rest,
  account: shownAccount({ bankCode, accountNumber, holderName }),
});
