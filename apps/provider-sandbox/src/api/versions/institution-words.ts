import { cardIssuers } from '@jeongsan/provider-contract';
import { bankNameOf } from '../../bank-accounts/banks.js';

const cardCompanies = new Map<string, string>(cardIssuers.map(({ code, koreanName }) => [code, koreanName]));

/** The words older versions say for an institution's code; a code nobody knows stays what it is. */
export const cardCompanyWord = (code: unknown): unknown =>
  typeof code === 'string' ? (cardCompanies.get(code) ?? code) : code;
export const bankWord = (code: unknown): unknown => (typeof code === 'string' ? (bankNameOf(code) ?? code) : code);
