import type { Input } from '@jeongsan/http-contract';
import { bankNamed, type createSubMall } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { traitsOf } from '../bank-accounts/mock-accounts.js';
import { isBusinessNumber } from '../sellers/business-number.js';
import type { SubMallObject, SubMallRow } from './sub-mall.js';

type Body = Input<typeof createSubMall>['body'];
type Account = Pick<SubMallRow, 'bankCode' | 'accountNumber' | 'holderName'>;
export type Company = Pick<SubMallRow, 'companyName' | 'representativeName' | 'businessNumber'>;

/** Checks an account like the bank does. Throws Refused. */
export function checkedAccount({ bank, accountNumber, holderName = null }: Body['account']): Account {
  const known = bankNamed(bank);
  if (!known) throw new Refused('INVALID_BANK');
  if (!/^\d{1,20}$/.test(accountNumber)) throw new Refused('INVALID_ACCOUNT_NUMBER');
  const { exists, isHeldByAnyName } = traitsOf(accountNumber);
  if (!exists) throw new Refused('ACCOUNT_OWNER_CHECK_FAILED');
  if (holderName !== null && !isHeldByAnyName) throw new Refused('NOT_MATCH_PAYEE_NAME');
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
