import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type getSellerView, type Waiting } from '@jeongsan/platform-contract';
import type { BusinessType } from '@jeongsan/provider-contract';
import type { SellerState } from '@jeongsan/state-machines';

/** A row of `onboarding.seller`. */
export type SellerRow = Readonly<{
  seller_id: string;
  ref_seller_id: string;
  business_type: BusinessType;
  details_sealed: string;
  bank_code: string;
  account_sealed: string;
  account_masked: string;
  account_fingerprint: string;
  /** The sealed new account, until the provider has accepted or refused it. */
  pending_account_sealed: string | null;
  /** The time until which nothing is paid to the account; Infinity: until a person decides. */
  account_held_until: Date | number | null;
  facts_hash: string;
  state: SellerState;
  refusal_code: string | null;
  provider_seller_id: string | null;
  /** As the provider shows it, also one that the documents do not name. */
  provider_status: string | null;
  /** The number of writes of this row, by which a concurrent write is noticed. */
  revision: number;
  created_at: Date;
  updated_at: Date;
}>;

export async function findSeller(db: Executor, sellerId: string): Promise<SellerRow | undefined> {
  const [row] = await db.query<SellerRow[]>('select * from onboarding.seller where seller_id = $1', [sellerId]);
  return row;
}

export async function findProviderSeller(db: Executor, providerSellerId: string): Promise<SellerRow | undefined> {
  const sql = 'select * from onboarding.seller where provider_seller_id = $1';
  const [row] = await db.query<SellerRow[]>(sql, [providerSellerId]);
  return row;
}

/** Reads a seller and locks it until the transaction ends. Throws SELLER_NOT_FOUND. */
export async function lockSeller(tx: Executor, sellerId: string): Promise<SellerRow> {
  const [row] = await tx.query<SellerRow[]>('select * from onboarding.seller where seller_id = $1 for update', [
    sellerId,
  ]);
  if (!row) throw refuse('SELLER_NOT_FOUND', `Seller ${sellerId} never applied`);
  return row;
}

/** A seller as the API shows it: states, codes, and a masked account. */
export function viewOf(row: SellerRow, waiting: Waiting | null): Output<typeof getSellerView> {
  return {
    sellerId: row.seller_id,
    businessType: row.business_type,
    state: row.state,
    refusalCode: row.refusal_code,
    providerSellerId: row.provider_seller_id,
    bankCode: row.bank_code,
    accountNumber: row.account_masked,
    accountChanging: row.pending_account_sealed !== null,
    waiting,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
