import type { createSubMall as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { checkedAccount, checkedCompany } from './check-sub-mall.js';
import { assertLegacyContract, assertSubMallId, SUB_MALL_COLUMNS, subMallOf, type SubMallRow } from './sub-mall.js';

const INSERT = statement(`
  insert into sub_mall (sub_mall_id, type, company_name, representative_name, business_number, bank_code, account_number,
    holder_name, email, phone_number, metadata, status, registered_at)
  values (:subMallId, :type, :companyName, :representativeName, :businessNumber, :bankCode, :accountNumber, :holderName, :email,
    :phoneNumber, :metadata, 'PARTIALLY_APPROVED', :registeredAt) returning ${SUB_MALL_COLUMNS}`);

/** Registers a sub-mall (document 1 section 4). The registration itself sends no webhook. */
export const createSubMall: Handler<typeof contract> = async (call, { body }) => {
  assertLegacyContract(call);
  assertSubMallId(body.subMallId);
  const { companyName = null, representativeName = null, businessNumber = null } = body;
  const company = checkedCompany(body.type, { companyName, representativeName, businessNumber });
  const account = await checkedAccount(call, body.account);
  // The advisory lock makes registrations run one after another, because sub-malls are listed in the order of
  // registration.
  await call.sql.rows('select pg_advisory_xact_lock(7316024)');
  const [created] = await INSERT.rows<SubMallRow>(call.sql, {
    subMallId: body.subMallId,
    type: body.type,
    companyName: company.companyName,
    representativeName: company.representativeName,
    businessNumber: company.businessNumber,
    bankCode: account.bankCode,
    accountNumber: account.accountNumber,
    holderName: account.holderName,
    email: body.email,
    phoneNumber: body.phoneNumber,
    metadata: body.metadata ? JSON.stringify(body.metadata) : null,
    registeredAt: call.now,
  });
  if (!created) throw new Error('The sub-mall was not stored');
  return subMallOf(created);
};
