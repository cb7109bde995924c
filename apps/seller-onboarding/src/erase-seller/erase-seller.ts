import { erasureDecision, type ErasureAsked, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { recordErasure, transaction, type Erasure, inList } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import type { KeptData } from '@jeongsan/nest-platform';
import { sellerStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { Onboarding } from '../onboarding.js';
import { lockSeller, type SellerRow } from '../seller-row.js';
import { earlier, sealedOf } from '../seller-vault.js';

const DAY_MS = 86_400_000;
const ERASED = `details_sealed = '', account_sealed = '', account_masked = '', pending_account_sealed = null`;

/** The personal data of this service, with the days after a seller's end at which it is erased. */
export const keptSellers = (days: number): KeptData => ({
  columns: ['details_sealed', 'account_sealed', 'pending_account_sealed'].map((column) => ({
    table: 'onboarding.seller',
    key: 'seller_id',
    keyType: 'text' as const,
    column,
    of: sealedOf,
    earlier: async (seal, sellerId, stored) => JSON.stringify(await earlier(seal, sellerId, stored)),
  })),
  retentions: [
    {
      kind: 'sellers that ended',
      days,
      erase: `update onboarding.seller set ${ERASED} where seller_id in (
                select seller_id from onboarding.seller
                 where state in ${inList(sellerStates.ended)} and updated_at < $1 and details_sealed <> '' limit $2)`,
    },
  ],
});

/**
 * Erases a refused or closed seller: e-mail and phone at once; name, registration number and account as soon as no law
 * requires them any more. Ids, states, the account's fingerprint and all amounts stay. Throws SELLER_NOT_FOUND,
 * SELLER_STATE.
 */
export const eraseSeller = (onboarding: Onboarding, sellerId: string, asked: ErasureAsked): Promise<Erasure> =>
  transaction(onboarding.db, async (tx) => {
    const at = onboarding.now();
    const seller = await lockSeller(tx, sellerId);
    if (!sellerStates.ended.includes(seller.state))
      throw refuse(
        'SELLER_STATE',
        `Seller ${sellerId} is ${seller.state}: only one that is refused or closed is erased`,
      );
    const goesAt = new Date(seller.updated_at.getTime() + onboarding.keepSellersDays * DAY_MS);
    const mustStay = goesAt > at && (await wasPaid(tx, sellerId));
    const erasure: Erasure = {
      subject: `seller/${sellerId}`,
      erased: mustStay ? await eraseContact(tx, onboarding, seller) : await eraseAll(tx, seller),
      kept: [
        ...(mustStay
          ? [
              {
                what: 'name, registration number, account',
                until: businessDateOf(goesAt),
                because: '국세기본법 85조의3: who was paid',
              },
            ]
          : []),
        {
          what: 'ids, states, fingerprint of the account, amounts',
          until: null,
          because: 'the books; they name nobody',
        },
      ],
    };
    await recordErasure(tx, erasure, { request: asked.request, by: asked.author.actor }, at);
    await recordDecision(tx, erasureDecision('seller.erased', erasure, asked), at);
    return erasure;
  });

async function wasPaid(tx: EntityManager, sellerId: string): Promise<boolean> {
  return (await tx.query<unknown[]>('select from payouts.payout where seller_id = $1 limit 1', [sellerId])).length > 0;
}

async function eraseAll(tx: EntityManager, { seller_id: sellerId }: SellerRow): Promise<Erasure['erased']> {
  const sql = `update onboarding.seller set ${ERASED} where seller_id = $1 and details_sealed <> ''`;
  const [, rows] = await tx.query<[unknown[], number]>(sql, [sellerId]);
  return [{ what: 'name, registration number, e-mail, phone, account', rows }];
}

/** Leaves `updated_at` unchanged, because the retention period counts from the seller's end. */
async function eraseContact(tx: EntityManager, { vault }: Onboarding, seller: SellerRow): Promise<Erasure['erased']> {
  const details = await vault.openDetails(seller.seller_id, seller.details_sealed);
  const isThere = details.email !== '' || details.phone !== '' || seller.pending_account_sealed !== null;
  if (isThere) {
    const sealed = await vault.seal(seller.seller_id, { ...details, email: '', phone: '' });
    const sql = 'update onboarding.seller set details_sealed = $2, pending_account_sealed = null where seller_id = $1';
    await tx.query(sql, [seller.seller_id, sealed]);
  }
  return [{ what: 'e-mail, phone', rows: isThere ? 1 : 0 }];
}
