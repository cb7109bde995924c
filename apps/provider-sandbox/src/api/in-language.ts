import { banks, cardIssuers, easyPayProviders, englishMethods, providerErrors } from '@jeongsan/provider-contract';
import { isErrorCode } from './refused.js';
import type { JsonObject } from './versions/changes.js';
import { mapObjects, mapValues } from './versions/map-objects.js';
import { wantsEnglish } from './wants-english.js';

type Words = Readonly<Record<string, string>>;
type Named = Readonly<{ koreanName: string; englishName: string | null }>;

const namesOf = (institutions: readonly Named[]): Words =>
  Object.fromEntries(institutions.map(({ koreanName, englishName }) => [koreanName, englishName ?? koreanName]));
const bankWords = namesOf(banks);
const companyWords = namesOf(cardIssuers);
// Two English words of requests mean 간편결제; the answer has the general one.
const methodWords: Words = {
  ...Object.fromEntries(Object.entries(englishMethods).map(([english, korean]) => [korean, english])),
  간편결제: 'EASY_PAY',
};

// ASSUMED: the documents say that values become English and print no list of words. Methods, easy-pay services, banks
// and card companies have the words that requests may use; the others have the documents' translations in capitals.
/** English words by member of an answer. */
const english: Readonly<Record<string, Words>> = {
  method: methodWords,
  cardType: { 신용: 'CREDIT', 체크: 'DEBIT', 기프트: 'GIFT', 미확인: 'UNKNOWN' },
  ownerType: { 개인: 'PERSONAL', 법인: 'CORPORATE', 미확인: 'UNKNOWN' },
  accountType: { 일반: 'ORDINARY', 고정: 'FIXED' },
  provider: easyPayProviders,
  company: companyWords,
  cardCompany: companyWords,
  bank: bankWords,
  bankName: bankWords,
};
/** The words of a cash receipt's `type`: other objects have types of their own. */
const receiptTypes: Words = { 소득공제: 'INCOME_DEDUCTION', 지출증빙: 'EXPENDITURE_PROOF' };

/** Objects that the merchant or the buyer wrote: their values stay as entered. */
const entered = new Set(['metadata', 'metaFields']);

/**
 * The answer in the caller's language: with `Accept-Language: en-US` values and messages are English, user input
 * excepted. Webhooks have no such header and stay Korean.
 */
export const inLanguage = (wire: unknown, language: string | undefined): unknown =>
  wantsEnglish(language) ? mapObjects(wire, translated) : wire;

function translated(object: JsonObject, name: string): JsonObject {
  if (entered.has(name)) return object;
  return mapValues(object, (value, key) => (typeof value === 'string' ? wordFor(object, key, value) : value));
}

function wordFor(object: JsonObject, key: string, value: string): string {
  if (key === 'message') return messageFor(object) ?? value;
  const words = englishWords(object, key);
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The English words of a member by the Korean ones; empty: the member has the same values in each language. */
export const englishWords = (object: JsonObject, key: string): Words =>
  (key === 'type' && 'receiptKey' in object ? receiptTypes : english[key]) ?? {};

/** The English message of a failure that an object names by its code. */
function messageFor({ code }: JsonObject): string | undefined {
  return typeof code === 'string' && isErrorCode(code) ? providerErrors[code].en : undefined;
}
