import { enqueue, transaction } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type applySeller as endpoint } from '@jeongsan/platform-contract';
import { sellerMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { accountColumns } from '../account-columns.js';
import { announced } from '../advance-seller.js';
import type { Onboarding } from '../onboarding.js';
import { refSellerIdOf } from '../ref-seller-id.js';
import { findSeller, type SellerRow } from '../seller-row.js';
import type { SellerVault } from '../seller-vault.js';

type Application = Input<typeof endpoint>['body'];

/**
 * Stores a seller's application. The same application again returns the seller in its present state; another
 * application with the same id throws SELLER_CONFLICT.
 */
export async function applySeller(
  { db, vault, now }: Pick<Onboarding, 'db' | 'vault' | 'now'>,
  application: Application,
): Promise<SellerRow> {
  const values = await columnsOf(vault, application);
  return transaction(db, async (tx) => {
    const inserted = await insert(tx, values, now());
    if (inserted) {
      await enqueue(tx, 'seller.register', { sellerId: inserted.seller_id }, now());
      return announced(tx, inserted, now());
    }
    const existing = await findSeller(tx, application.sellerId);
    if (existing?.facts_hash === values.facts_hash) return existing;
    throw refuse('SELLER_CONFLICT', `Seller ${application.sellerId} applied before with other facts`);
  });
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;

async function columnsOf(vault: SellerVault, application: Application) {
  const { sellerId, businessType, account, ...details } = application;
  const { name, representativeName, businessRegistrationNumber, email, phone } = details;
  const { bankCode, accountNumber, holderName } = account;
  return {
    seller_id: sellerId,
    // The reference is fixed before the first request to the provider, so that every attempt uses the same one.
    ref_seller_id: refSellerIdOf(sellerId),
    business_type: businessType,
    details_sealed: await vault.seal(sellerId, details),
    ...(await accountColumns(vault, sellerId, account)),
    // prettier-ignore
    facts_hash: vault.factsHash([
      businessType, name, representativeName, businessRegistrationNumber, email, phone, bankCode, accountNumber, holderName,
    ]),
    state: sellerMachine.initial,
  };
}

async function insert(tx: EntityManager, values: Columns, now: Date): Promise<SellerRow | undefined> {
  const columns = Object.keys(values);
  const [row] = await tx.query<SellerRow[]>(
    `insert into onboarding.seller (${columns.join(', ')}, created_at, updated_at, polled_at)
     values (${columns.map((_, i) => `$${i + 2}`).join(', ')}, $1, $1, $1)
     on conflict (seller_id) do nothing returning *`,
    [now, ...Object.values(values)],
  );
  return row;
}
