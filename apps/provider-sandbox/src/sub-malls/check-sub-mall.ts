import type { Input } from '@jeongsan/http-contract';
import { bankNamed, type createSubMall } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { isHeldBy } from '../bank-accounts/holders.js';
import { traitsOf } from '../bank-accounts/mock-accounts.js';
import { isBusinessNumber } from '../sellers/business-number.js';
import type { Call } from '../world.js';
import type { SubMallObject, SubMallRow } from './sub-mall.js';

type Body = Input<typeof createSubMall>['body'];
type Account = Pick<SubMallRow, 'bankCode' | 'accountNumber' | 'holderName'>;
export type Company = Pick<SubMallRow, 'companyName' | 'representativeName' | 'businessNumber'>;

/** Checks an account like the bank does. Throws Refused. */
export async function checkedAccount(
  call: Call,
  { bank, accountNumber, holderName = null }: Body['account'],
): Promise<Account> {
  const known = bankNamed(bank);
  if (!known) throw new Refused('INVALID_BANK');
  if (!/^\d{1,20}$/.test(accountNumber)) throw new Refused('INVALID_ACCOUNT_NUMBER');
  if (!traitsOf(accountNumber).exists) throw new Refused('ACCOUNT_OWNER_CHECK_FAILED');
  const isHeld = holderName === null || (await isHeldBy(call, { bankCode: known.code, accountNumber }, { holderName }));
  if (!isHeld) throw new Refused('NOT_MATCH_PAYEE_NAME');
  return { bankCode: known.code, accountNumber, holderName };
}

/** Checks the three company fields: required for corporate sub-malls, dropped for others. Throws Refused. */
export function checkedCompany(type: SubMallObject['type'], company: Company): Company {
  if (type === 'INDIVIDUAL') return { companyName: null, representativeName: null, businessNumber: null };
  const missing = Object.entries(company).find(([, value]) => value === null);
  if (missing) throw new Refused('INVALID_REQUEST', { about: [missing[0]] });
  if (company.businessNumber === null || !isBusinessNumber(company.businessNumber)) {
    throw new Refused('INVALID_BUSINESS_NUMBER');
  }
  return company;
}
