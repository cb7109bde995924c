import { cardIssuers } from '@jeongsan/provider-contract';
import { bankNameOf } from '../../bank-accounts/banks.js';

const cardCompanies = new Map<string, string>(cardIssuers.map(({ code, koreanName }) => [code, koreanName]));

/** The name that older versions use for a card company's code; an unknown code is returned unchanged. */
export const cardCompanyWord = (code: unknown): unknown =>
  typeof code === 'string' ? (cardCompanies.get(code) ?? code) : code;
export const bankWord = (code: unknown): unknown => (typeof code === 'string' ? (bankNameOf(code) ?? code) : code);
