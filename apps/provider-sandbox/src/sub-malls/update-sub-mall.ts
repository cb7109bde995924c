import type { updateSubMall as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { checkedAccount, checkedCompany } from './check-sub-mall.js';
import { assertLegacyContract, lockSubMall, subMallOf, type SubMallRow } from './sub-mall.js';

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
    ...checkedAccount(body.account),
  };
  await call.sql.rows(
    `update sub_mall set company_name = $2, representative_name = $3, business_number = $4, bank_code = $5, account_number = $6,
       holder_name = $7, email = $8, phone_number = $9, metadata = $10 where sub_mall_id = $1`,
    [
      after.subMallId,
      after.companyName,
      after.representativeName,
      after.businessNumber,
      after.bankCode,
      after.accountNumber,
      after.holderName,
      after.email,
      after.phoneNumber,
      after.metadata && JSON.stringify(after.metadata),
    ],
  );
  return subMallOf(after);
};

/** Only the members that were sent. */
const sent = <T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
