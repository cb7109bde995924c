import type { BusinessType, createSeller as contract, SellerStatus } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { isBusinessNumber } from './business-number.js';
import { checkAccount } from './check-account.js';
import { SELLER_COLUMNS, shownSellerOf, type SellerRow } from './seller.js';

/**
 * The first status by business type: an individual must prove its identity before it can be paid (document 2 section
 * 3.1).
 */
const initialStatus = {
  INDIVIDUAL: 'APPROVAL_REQUIRED',
  INDIVIDUAL_BUSINESS: 'APPROVAL_REQUIRED',
  CORPORATE: 'PARTIALLY_APPROVED',
} as const satisfies Record<BusinessType, SellerStatus>;

const INSERT = statement(`
  insert into seller (id, ref_seller_id, business_type, company, individual, status, bank_code, account_number, holder_name,
    metadata, registered_at)
  values (:id, :refSellerId, :businessType, :company, :individual, :status, :bankCode, :accountNumber, :holderName, :metadata,
    :registeredAt) returning ${SELLER_COLUMNS}`);

/** Registers a seller (document 2 section 4). The registration itself sends no webhook. */
export const createSeller: Handler<typeof contract> = async (call, { body }) => {
  const isIndividual = body.businessType === 'INDIVIDUAL';
  const isTaken = body.businessType === 'CORPORATE' || !call.world.merchant.settings.onlyCorporateSellers;
  if (!isTaken) throw new Refused('INVALID_REQUEST', { about: ['businessType'] });
  // A company may send `individual: null`, and an individual `company: null`; the part that does not apply is not
  // stored.
  const company = isIndividual ? null : (body.company ?? null);
  const individual = isIndividual ? (body.individual ?? null) : null;
  if (company === null && individual === null) {
    throw new Refused('INVALID_REQUEST', { about: [isIndividual ? 'individual' : 'company'] });
  }
  if (company && !isBusinessNumber(company.businessRegistrationNumber)) throw new Refused('INVALID_BUSINESS_NUMBER');
  const account = await checkAccount(call, body.account);
  // The advisory lock makes registrations run one after another, because sellers are listed in the order of
  // registration.
  await call.sql.rows('select pg_advisory_xact_lock(7316023)');
  const [seller] = await INSERT.rows<SellerRow>(call.sql, {
    id: timedId('seller', call.now),
    refSellerId: body.refSellerId,
    businessType: body.businessType,
    company: company && JSON.stringify(company),
    individual: individual && JSON.stringify(individual),
    status: initialStatus[body.businessType],
    bankCode: account.bankCode,
    accountNumber: account.accountNumber,
    holderName: account.holderName,
    metadata: body.metadata ? JSON.stringify(body.metadata) : null,
    registeredAt: call.now,
  });
  if (!seller) throw new Error('The seller was not stored');
  return entity(call, 'seller', shownSellerOf(call.world, seller));
};
