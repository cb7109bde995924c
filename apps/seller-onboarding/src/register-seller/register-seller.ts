import { enqueue, inList, transaction } from '@jeongsan/database';
import { Permanent } from '@jeongsan/messaging';
import { payoutStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { accountColumns } from '../account-columns.js';
import { advanceSeller, announced, changeSeller, type SellerChange } from '../advance-seller.js';
import type { Onboarding } from '../onboarding.js';
import { advanceChange, type AccountChangeRow, findChange, insertChange } from '../change-account/account-changes.js';
import { takeChange } from '../change-account/take-change.js';
import { firstEventsOf } from '../provider-status.js';
import { findSeller, lockSeller, type SellerRow } from '../seller-row.js';
import type { SellerAccount } from '../seller-vault.js';
import { type AccountChange, changeAtProvider } from './change-at-provider.js';
import { bankAskedAgainKey } from './ask-again.js';
import { checkAccount } from './check-account.js';
import { createAtProvider, isBoundToKey } from './create-at-provider.js';

// Banks close for an hour around midnight (document 2 section 4). That is longer than a job's retries last, so another
// job is enqueued.
const ASK_BANK_AGAIN_MS = 10 * 60_000;

/**
 * Brings the provider to the state that the seller's row asks for: account checked, seller registered, account changed.
 * Each step is a request followed by a commit, so a repeated job continues after the last finished step. If another run
 * took the step meanwhile, this throws and the job is tried again.
 */
export async function registerSeller(onboarding: Onboarding, sellerId: string): Promise<void> {
  let seller = await findSeller(onboarding.db, sellerId);
  if (!seller) throw new Permanent(`Seller ${sellerId} does not exist`);
  if (seller.state === 'received') seller = await checkFirstAccount(onboarding, seller);
  if (seller.state === 'account_verified') seller = await register(onboarding, seller);
  if (seller.pending_account_sealed) await replaceAccount(onboarding, seller, seller.pending_account_sealed);
}

async function checkFirstAccount({ db, provider, vault, now }: Onboarding, seller: SellerRow): Promise<SellerRow> {
  const account = await vault.openAccount(seller.seller_id, seller.account_sealed);
  const verdict = await checkAccount(provider, account);
  return transaction(db, async (tx) => {
    switch (verdict.kind) {
      case 'valid':
        return advanceSeller(tx, seller, 'verifyAccount', { refusal_code: null }, now());
      case 'refused':
        return advanceSeller(tx, seller, 'refuseAccount', { refusal_code: verdict.code }, now());
      case 'later':
        return askAgain(tx, seller, now());
    }
  });
}

async function register(onboarding: Onboarding, seller: SellerRow): Promise<SellerRow> {
  const { db, now } = onboarding;
  const registration = await createAtProvider(onboarding, seller).catch(async (error: unknown) => {
    // The revision is part of the Idempotency-Key, so a corrected application is a new request; refSellerId still
    // prevents a second registration.
    if (isBoundToKey(error)) await transaction(db, (tx) => changeSeller(tx, seller, {}, now()));
    throw error;
  });
  return transaction(db, async (tx) => {
    if (registration.kind === 'refused') {
      return advanceSeller(tx, seller, 'refuseRegistration', { refusal_code: registration.code }, now());
    }
    const { providerSellerId, status } = registration;
    const change = { provider_seller_id: providerSellerId, provider_status: status };
    let registered = seller;
    for (const event of firstEventsOf(status)) registered = await advanceSeller(tx, registered, event, change, now());
    return registered;
  });
}

async function replaceAccount(onboarding: Onboarding, seller: SellerRow, pending: string): Promise<void> {
  const { db, provider, vault, now } = onboarding;
  if (!seller.provider_seller_id)
    throw new Permanent(`Seller ${seller.seller_id} changes its account, but is not registered`);
  const account = await vault.openAccount(seller.seller_id, pending);
  const checked = await checkAccount(provider, account);
  const outcome =
    checked.kind === 'valid' ? await changeOnceQuiet(onboarding, seller.provider_seller_id, seller, account) : checked;
  const columns = await accountColumns(vault, seller.seller_id, account);
  const isSameNumber = isSame(account, await vault.openAccount(seller.seller_id, seller.account_sealed));
  const wait = await onboarding.wait();
  await transaction(db, async (tx) => {
    // Locks the seller before its change, in the same order as deciding about a change does.
    await lockSeller(tx, seller.seller_id);
    const refuseChange = async (code: string) =>
      advanceChange(tx, await askedChange(tx, seller, columns, now()), 'refuse', { refusal_code: code }, now());
    const settle = async (change: SellerChange) =>
      announced(tx, await changeSeller(tx, seller, { ...change, pending_account_sealed: null }, now()), now());
    switch (outcome.kind) {
      case 'changed': {
        const taken = { isSameNumber, wait, now: now() };
        const heldUntil = await takeChange(tx, seller, await askedChange(tx, seller, columns, now()), taken);
        return settle({ ...columns, refusal_code: null, account_held_until: heldUntil });
      }
      case 'refused':
        await refuseChange(outcome.code);
        return settle({ refusal_code: outcome.code });
      case 'gone':
        await refuseChange('SELLER_CLOSED');
        return advanceSeller(tx, seller, 'close', { pending_account_sealed: null }, now());
      case 'later':
        return askAgain(tx, seller, now());
    }
  });
}

/**
 * Changes the account at the provider while no payout of the seller is under way: nothing says which account such a
 * payout would go to. No new payout starts meanwhile, because a seller with a pending account is not paid.
 */
async function changeOnceQuiet(
  { db, provider }: Pick<Onboarding, 'db' | 'provider'>,
  providerSellerId: string,
  seller: SellerRow,
  account: SellerAccount,
): Promise<AccountChange | Readonly<{ kind: 'later' }>> {
  const [underWay] = await db.query<object[]>(
    `select from payouts.payout where seller_id = $1 and state in ${inList(payoutStates.underWay)} limit 1`,
    [seller.seller_id],
  );
  return underWay ? { kind: 'later' } : changeAtProvider(provider, providerSellerId, account);
}

const isSame = (a: SellerAccount, b: SellerAccount): boolean =>
  a.bankCode === b.bankCode && a.accountNumber === b.accountNumber;

/**
 * The requested change of account. A change requested under an earlier release has no row yet, so one is inserted with
 * an unknown requester.
 */
const askedChange = async (
  tx: EntityManager,
  seller: SellerRow,
  columns: Awaited<ReturnType<typeof accountColumns>>,
  now: Date,
): Promise<AccountChangeRow> =>
  (await findChange(tx, seller.seller_id, 'asked')) ??
  insertChange(tx, seller, { ...columns, asked_by: 'earlier:unknown' }, now);

async function askAgain(tx: EntityManager, seller: SellerRow, now: Date): Promise<SellerRow> {
  const runAt = new Date(now.getTime() + ASK_BANK_AGAIN_MS);
  const dedupeKey = bankAskedAgainKey(seller.seller_id);
  await enqueue(tx, 'seller.register', { sellerId: seller.seller_id }, now, { runAt, dedupeKey });
  return seller;
}
