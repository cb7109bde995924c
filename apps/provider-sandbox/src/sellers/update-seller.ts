import type { Input } from '@jeongsan/http-contract';
import type { updateSeller as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { checkAccount } from './check-account.js';
import { lockSeller, type SellerObject, shownSellerOf, type SellerRow } from './seller.js';

type Change = Input<typeof contract>['body'];

const UPDATE = statement(`
  update seller set company = :company, individual = :individual, bank_code = :bankCode, account_number = :accountNumber,
    holder_name = :holderName, metadata = :metadata where id = :id`);

/** Changes the sent fields of a seller; null deletes an optional field (document 2 section 4). */
export const updateSeller: Handler<typeof contract> = async (call, { params, body }) => {
  const seller = await lockSeller(call.sql, params.id);
  if (!seller) throw new Refused('NOT_FOUND_SELLER');
  const company = changedCompany(seller, body.company);
  const individual = changedIndividual(seller, body.individual);
  const account = await changedAccount(call, seller, body.account);
  const metadata = body.metadata === undefined ? seller.metadata : body.metadata;
  await UPDATE.rows(call.sql, {
    id: seller.id,
    company: company && JSON.stringify(company),
    individual: individual && JSON.stringify(individual),
    bankCode: account.bankCode,
    accountNumber: account.accountNumber,
    holderName: account.holderName,
    metadata: metadata && JSON.stringify(metadata),
  });
  return entity(call, 'seller', shownSellerOf(call.world, { ...seller, ...account, company, individual, metadata }));
};

function changedCompany(seller: SellerRow, change: Change['company']): SellerObject['company'] {
  if (change === undefined) return seller.company;
  // Null for a part that the seller does not have is accepted; a required part cannot be deleted.
  if (change === null || seller.company === null) return keepWithout('company', seller.company, change);
  const number = change.businessRegistrationNumber;
  // ASSUMED: the number may be repeated but not changed; a business with another number is another business.
  if (number !== undefined && number !== seller.company.businessRegistrationNumber) {
    throw new Refused('INVALID_REQUEST', { about: ['company.businessRegistrationNumber'] });
  }
  return { ...seller.company, ...sent(change) };
}

function changedIndividual(seller: SellerRow, change: Change['individual']): SellerObject['individual'] {
  if (change === undefined) return seller.individual;
  if (change === null || seller.individual === null) return keepWithout('individual', seller.individual, change);
  // ASSUMED: the name of a person belongs to its identity check and cannot be changed.
  if (change.name !== undefined && change.name !== seller.individual.name) {
    throw new Refused('INVALID_REQUEST', { about: ['individual.name'] });
  }
  return { ...seller.individual, ...sent(change) };
}

function keepWithout(field: string, had: object | null, change: object | null): null {
  if (had === null && change === null) return null;
  throw new Refused('INVALID_REQUEST', { about: [field] });
}

async function changedAccount(
  call: Call,
  seller: SellerRow,
  change: Change['account'],
): Promise<SellerObject['account']> {
  const { bankCode, accountNumber, holderName } = seller;
  const account = { bankCode, accountNumber, holderName };
  if (change === undefined) return account;
  if (change === null) throw new Refused('INVALID_REQUEST', { about: ['account'] });
  return checkAccount(call, { ...account, ...sent(change) });
}

/** The members that were sent. */
const sent = <T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
