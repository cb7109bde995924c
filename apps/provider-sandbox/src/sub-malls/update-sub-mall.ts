import type { updateSubMall as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { checkedAccount, checkedCompany } from './check-sub-mall.js';
import { assertLegacyContract, lockSubMall, subMallOf, type SubMallRow } from './sub-mall.js';

const UPDATE = statement(`
  update sub_mall set company_name = :companyName, representative_name = :representativeName, business_number = :businessNumber,
    bank_code = :bankCode, account_number = :accountNumber,
  holder_name = :holderName, email = :email, phone_number = :phoneNumber, metadata = :metadata where sub_mall_id = :subMallId`);

// ASSUMED: fields that are not sent stay, and null deletes an optional field.
/** Changes a sub-mall; payouts already requested keep the account they were requested with. */
export const updateSubMall: Handler<typeof contract> = async (call, { params, body }) => {
  assertLegacyContract(call);
  const before = await lockSubMall(call, params.subMallId);
  const { companyName, representativeName, businessNumber } = { ...before, ...sent(body) };
  const after: SubMallRow = {
    ...before,
    ...sent({ email: body.email, phoneNumber: body.phoneNumber, metadata: body.metadata }),
    ...checkedCompany(before.type, { companyName, representativeName, businessNumber }),
    ...(await checkedAccount(call, body.account)),
  };
  await UPDATE.rows(call.sql, {
    subMallId: after.subMallId,
    companyName: after.companyName,
    representativeName: after.representativeName,
    businessNumber: after.businessNumber,
    bankCode: after.bankCode,
    accountNumber: after.accountNumber,
    holderName: after.holderName,
    email: after.email,
    phoneNumber: after.phoneNumber,
    metadata: after.metadata && JSON.stringify(after.metadata),
  });
  return subMallOf(after);
};

/** The members that were sent. */
const sent = <T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
