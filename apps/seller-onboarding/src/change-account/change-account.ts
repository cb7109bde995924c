import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { enqueue, transaction } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type changeSellerAccount as endpoint } from '@jeongsan/platform-contract';
import type { SellerState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { accountColumns } from '../account-columns.js';
import { advanceSeller, changeSeller } from '../advance-seller.js';
import type { Onboarding } from '../onboarding.js';
import { insertChange } from './account-changes.js';
import { lockSeller, type SellerRow } from '../seller-row.js';

// prettier-ignore
/**
 * The consequence of a new account, by the seller's state: a second application, a change at the provider, or a
 * refusal.
 */
const another = {
  received:          'too early',
  account_refused:   'apply again',
  account_verified:  'too early',
  awaiting_identity: 'change',
  limited:           'change',
  kyc_required:      'change',
  approved:          'change',
  refused:           'too late',
  closed:            'too late',
} as const satisfies Record<SellerState, string>;

type Account = Input<typeof endpoint>['body'];

/**
 * Starts the replacement of the account a seller is paid to. Payouts to the old account stop at once. Payouts to the
 * new account start after the bank and the provider have accepted it, and a person has confirmed it or the waiting time
 * is over.
 */
export async function changeAccount(
  { db, vault, now }: Pick<Onboarding, 'db' | 'vault' | 'now'>,
  sellerId: string,
  account: Account,
  author: Author,
): Promise<SellerRow> {
  const columns = await accountColumns(vault, sellerId, account);
  return transaction(db, async (tx) => {
    const seller = await lockSeller(tx, sellerId);
    const isCurrent = seller.account_fingerprint === columns.account_fingerprint;
    switch (another[seller.state]) {
      case 'apply again': {
        await recordDecision(tx, accountRequest(sellerId, seller, columns, author), now());
        const applying = await advanceSeller(tx, seller, 'changeAccount', { ...columns, refusal_code: null }, now());
        return toBeRegistered(tx, applying, now());
      }
      case 'change': {
        const pending = seller.pending_account_sealed;
        const repeated = pending ? await vault.openAccount(sellerId, pending) : undefined;
        if (repeated) {
          if (vault.fingerprint(repeated) === columns.account_fingerprint) return seller;
          throw refuse('SELLER_STATE', `Seller ${sellerId} is changing its account already: wait for the outcome`);
        }
        if (isCurrent) return seller;
        const change = { pending_account_sealed: columns.account_sealed, refusal_code: null };
        const changing = await changeSeller(tx, seller, change, now());
        const { id } = await insertChange(tx, seller, { ...columns, asked_by: author.actor }, now());
        await recordDecision(tx, accountRequest(id, seller, columns, author), now());
        return toBeRegistered(tx, changing, now());
      }
      case 'too early':
        if (isCurrent) return seller;
        throw refuse('SELLER_STATE', `Seller ${sellerId} is being registered: its account cannot change yet`);
      case 'too late':
        throw refuse('SELLER_STATE', `Seller ${sellerId} is ${seller.state}: its account cannot change any more`);
    }
  });
}

type AccountColumns = Pick<SellerRow, 'bank_code' | 'account_masked'>;

/** The decision with both accounts, masked. `subject`: the change of the account, or the seller that applies again. */
const accountRequest = (subject: string, seller: SellerRow, to: AccountColumns, author: Author) => {
  const { seller_id: sellerId } = seller;
  const facts = { before: { sellerId, ...maskedFacts(seller) }, after: { sellerId, ...maskedFacts(to) } };
  return { kind: 'account-change.requested', subject, ...authorOf(author), reason: null, ...facts } as const;
};

/** An account as the audit trail keeps it. */
export const maskedFacts = ({ bank_code: bankCode, account_masked: maskedAccount }: AccountColumns) => ({
  bankCode,
  maskedAccount,
});

async function toBeRegistered(tx: EntityManager, seller: SellerRow, now: Date): Promise<SellerRow> {
  await enqueue(tx, 'seller.register', { sellerId: seller.seller_id }, now);
  return seller;
}
