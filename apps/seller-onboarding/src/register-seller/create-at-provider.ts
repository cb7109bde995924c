import { CallError, type Input } from '@jeongsan/http-contract';
import { eachSeller, type SellerItem } from '@jeongsan/provider-client';
import type { createSeller } from '@jeongsan/provider-contract';
import { mayBeAccount } from '../mask-account.js';
import type { Onboarding } from '../onboarding.js';
import type { SellerRow } from '../seller-row.js';
import type { SellerDetails, SellerVault } from '../seller-vault.js';
import { meaningOf } from './provider-answers.js';

export type Registration =
  | Readonly<{ kind: 'registered'; providerSellerId: string; status: string }>
  | Readonly<{ kind: 'refused'; code: string }>;

type Request = Input<typeof createSeller>['body'];

const LISTING_PAGE = 1_000;

/**
 * Registers a seller at the provider, once for all tries: after a try whose answer was lost, the seller is found by its
 * refSellerId. Throws while the outcome is unknown.
 */
export async function createAtProvider(
  { provider, vault }: Pick<Onboarding, 'provider' | 'vault'>,
  seller: SellerRow,
): Promise<Registration> {
  const body = await requestOf(vault, seller);
  try {
    const idempotencyKey = `seller.register/${seller.seller_id}/${seller.revision}`;
    const { entityBody } = await provider.createSeller({ body }, { idempotencyKey });
    return { kind: 'registered', providerSellerId: entityBody.id, status: entityBody.status };
  } catch (error) {
    const { meaning, code } = meaningOf(error);
    return meaning === 'exists' ? findRegistered(provider, body) : { kind: 'refused', code };
  }
}

/**
 * Whether the provider stores this answer for the Idempotency-Key and repeats it: then the next try needs another key.
 */
export function isBoundToKey(error: unknown): boolean {
  if (!(error instanceof CallError) || error.outcome !== 'unknown') return false;
  return error.status > 0 && error.status !== 429 && error.code !== 'IDEMPOTENT_REQUEST_PROCESSING';
}

async function findRegistered(provider: Onboarding['provider'], body: Request): Promise<Registration> {
  for await (const found of eachSeller(provider, { limit: LISTING_PAGE })) {
    if (found.refSellerId !== body.refSellerId) continue;
    // A different account under our reference is a registration that we did not make.
    if (!isSame(found, body)) return { kind: 'refused', code: 'DUPLICATED_REF_SELLER_ID' };
    return { kind: 'registered', providerSellerId: found.id, status: found.status };
  }
  throw new Error(`The provider knows ${body.refSellerId} but does not list it: whether it is registered is unknown`);
}

function isSame(found: SellerItem, { businessType, company, individual, account }: Request): boolean {
  const shownAccount = found.account?.accountNumber;
  return (
    mayBe(found.businessType, businessType) &&
    mayBe(found.company?.businessRegistrationNumber, company?.businessRegistrationNumber) &&
    mayBe(found.individual?.name, individual?.name) &&
    (typeof shownAccount !== 'string' || mayBeAccount(shownAccount, account.accountNumber))
  );
}

/** A member that an answer does not show cannot differ. */
const mayBe = (shown: string | null | undefined, asked: string | undefined): boolean =>
  typeof shown !== 'string' || shown === asked;

async function requestOf(vault: SellerVault, seller: SellerRow): Promise<Request> {
  const details = await vault.openDetails(seller.seller_id, seller.details_sealed);
  const account = await vault.openAccount(seller.seller_id, seller.account_sealed);
  return {
    refSellerId: seller.ref_seller_id,
    businessType: seller.business_type,
    ...partyOf(seller.business_type, details),
    account,
  };
}

/**
 * The provider's business type: a person is INDIVIDUAL, a business of either kind is a company (document 2 section 4).
 */
function partyOf(
  businessType: SellerRow['business_type'],
  details: SellerDetails,
): Pick<Request, 'company' | 'individual'> {
  const { name, email, phone, representativeName = '', businessRegistrationNumber = '' } = details;
  if (businessType === 'INDIVIDUAL') return { individual: { name, email, phone } };
  return { company: { name, representativeName, businessRegistrationNumber, email, phone } };
}
