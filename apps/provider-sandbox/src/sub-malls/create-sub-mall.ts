import type { createSubMall as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { checkedAccount, checkedCompany } from './check-sub-mall.js';
import { assertLegacyContract, assertSubMallId, SUB_MALL_COLUMNS, subMallOf, type SubMallRow } from './sub-mall.js';

/** Registers a sub-mall (document 1 section 4). The registration itself sends no webhook. */
export const createSubMall: Handler<typeof contract> = async (call, { body }) => {
  assertLegacyContract(call);
  assertSubMallId(body.subMallId);
  const { companyName = null, representativeName = null, businessNumber = null } = body;
  const company = checkedCompany(body.type, { companyName, representativeName, businessNumber });
  const account = checkedAccount(body.account);
  // Sub-malls are listed in the order they were registered: one registration at a time gets the next place.
  await call.sql.rows('select pg_advisory_xact_lock(7316024)');
  const [created] = await call.sql.rows<SubMallRow>(
    `insert into sub_mall (sub_mall_id, type, company_name, representative_name, business_number, bank_code, account_number,
       holder_name, email, phone_number, metadata, status, registered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'PARTIALLY_APPROVED', $12) returning ${SUB_MALL_COLUMNS}`,
    [
      body.subMallId,
      body.type,
      company.companyName,
      company.representativeName,
      company.businessNumber,
      account.bankCode,
      account.accountNumber,
      account.holderName,
      body.email,
      body.phoneNumber,
      body.metadata ? JSON.stringify(body.metadata) : null,
      call.now,
    ],
  );
  if (!created) throw new Error('The sub-mall was not stored');
  return subMallOf(created);
};
