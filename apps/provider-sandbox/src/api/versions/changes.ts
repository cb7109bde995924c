import type { ApiVersion } from '@jeongsan/provider-contract';
import { bankWord, cardCompanyWord } from './institution-words.js';

/** The place where an object is sent: the path of an operation, or a webhook. */
export type Destination = `/${string}` | 'webhook';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A change of an API version, written backwards: `downgrade` turns an object of that version into one of the previous
 * version.
 */
export type Change = Readonly<{
  since: ApiVersion;
  isAbout: (destination: Destination) => boolean;
  downgrade: (object: JsonObject, name: string) => JsonObject;
}>;

const isV1 = (destination: Destination): boolean => !destination.startsWith('/v2');

/**
 * The provider's published changes that alter an answer, newest first. Versions 1.0 to 1.4 do not differ for payments
 * in won.
 */
export const changes: readonly Change[] = [
  // Since this version a billing key can belong to an account, and the card has no names beside its own object.
  // ASSUMED: the API version that deprecates cardCompany and cardNumber no longer sends them.
  {
    since: '2024-06-01',
    isAbout: (destination) => destination.startsWith('/v1/billing'),
    downgrade: (object) => ('billingKey' in object ? withCardNamed(object) : object),
  },
  // Institutions are named by numeric codes.
  // ASSUMED: before 2022-11-16, answers named institutions by their Korean words, and cards by one company instead of two codes.
  {
    since: '2022-11-16',
    isAbout: isV1,
    downgrade: (object, name) => institutions[name]?.(object) ?? object,
  },
  // The issue of a cash receipt and its cancel are two objects, each with the time of its own request.
  { since: '2022-07-27', isAbout: isV1, downgrade: receiptTimes },
  // ASSUMED: members that version 2022-06-08 removed were null in earlier versions.
  { since: '2022-06-08', isAbout: isV1, downgrade: (object, name) => removed[name]?.(object) ?? object },
];

/** A billing key of a card, as versions before 2024-06-01 describe it. The card itself is in the caller's version. */
function withCardNamed(object: JsonObject): JsonObject {
  const { issuerCode, company = issuerCode, number } = (object['card'] ?? {}) as JsonObject;
  return { ...without(object, 'transfers'), cardCompany: company ?? null, cardNumber: number ?? null };
}

const institutions: Readonly<Record<string, (object: JsonObject) => JsonObject>> = {
  card: (card) =>
    'issuerCode' in card
      ? { company: cardCompanyWord(card['issuerCode']), ...without(card, 'issuerCode', 'acquirerCode') }
      : card,
  virtualAccount: bankNamed,
  transfer: bankNamed,
  account: bankNamed,
  refundReceiveAccount: bankNamed,
  cardDiscount: companyNamed,
  cardInterestFree: companyNamed,
  cardPoint: companyNamed,
  discountCards: companyNamed,
  interestFreeCards: companyNamed,
  pointCards: companyNamed,
  bankDiscount: bankNamed,
  discountBanks: bankNamed,
};

const removed: Readonly<Record<string, (object: JsonObject) => JsonObject>> = {
  mobilePhone: (mobilePhone) => ({ carrier: null, ...mobilePhone }),
  card: (card) => ({ provider: null, ...card }),
};

function bankNamed(object: JsonObject): JsonObject {
  return 'bankCode' in object ? { bank: bankWord(object['bankCode']), ...without(object, 'bankCode') } : object;
}

/** A promotion of a card company: `issuerCode` in document 1, `companyCode` in document 2. */
function companyNamed(object: JsonObject): JsonObject {
  const { issuerCode, companyCode = issuerCode } = object;
  return { cardCompany: cardCompanyWord(companyCode), ...without(object, 'issuerCode', 'companyCode') };
}

function receiptTimes(object: JsonObject): JsonObject {
  if (!('receiptKey' in object && 'requestedAt' in object && 'transactionType' in object)) return object;
  const at = object['requestedAt'];
  const isCancel = object['transactionType'] === 'CANCEL';
  return { ...without(object, 'requestedAt'), approvedAt: isCancel ? null : at, canceledAt: isCancel ? at : null };
}

export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
