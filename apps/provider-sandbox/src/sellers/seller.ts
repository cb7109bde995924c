import type { BusinessType, SellerStatus } from '@jeongsan/provider-contract';
import type { Seller } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import type { World } from '../world.js';

export type SellerObject = z.output<typeof Seller>;
type Account = SellerObject['account'];

/** A stored seller. */
export type SellerRow = Readonly<{
  id: string;
  refSellerId: string;
  businessType: BusinessType;
  company: SellerObject['company'];
  individual: SellerObject['individual'];
  status: SellerStatus;
  bankCode: string;
  accountNumber: string;
  holderName: string;
  metadata: Record<string, string> | null;
}>;

export const SELLER_COLUMNS = `id, ref_seller_id as "refSellerId", business_type as "businessType", company, individual, status,
  bank_code as "bankCode", account_number as "accountNumber", holder_name as "holderName", metadata`;

/** Reads a seller; undefined for a deleted one. */
export async function findSeller(sql: Sql, id: string): Promise<SellerRow | undefined> {
  const [row] = await sql.rows<SellerRow>(`select ${SELLER_COLUMNS} from seller where id = $1 and deleted_at is null`, [
    id,
  ]);
  return row;
}

/** Reads a seller and locks it until the transaction ends. */
export async function lockSeller(sql: Sql, id: string): Promise<SellerRow | undefined> {
  const [row] = await sql.rows<SellerRow>(
    `select ${SELLER_COLUMNS} from seller where id = $1 and deleted_at is null for update`,
    [id],
  );
  return row;
}

/** The provider's Seller object (document 2 section 2.8). */
export function sellerOf(row: SellerRow): SellerObject {
  const { bankCode, accountNumber, holderName, ...rest } = row;
  return { ...rest, account: { bankCode, accountNumber, holderName } };
}

/** A seller as webhooks show it: the account number masked except its first three and last five digits. */
export function maskedSellerOf(row: SellerRow): SellerObject {
  const seller = sellerOf(row);
  return { ...seller, account: masked(seller.account) };
}

/** A seller as answers show it: masked if the merchant's contract says so. */
export const shownSellerOf = ({ merchant }: World, row: SellerRow): SellerObject =>
  merchant.settings.maskAccountNumbers ? maskedSellerOf(row) : sellerOf(row);

function masked(account: Account): Account {
  const { accountNumber } = account;
  const tail = accountNumber.length > 8 ? accountNumber.slice(-5) : '';
  const stars = '*'.repeat(Math.max(accountNumber.length - 3 - tail.length, 0));
  return { ...account, accountNumber: `${accountNumber.slice(0, 3)}${stars}${tail}` };
}
