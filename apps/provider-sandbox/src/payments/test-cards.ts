import type { PaymentDetails } from './payment-row.js';
import type { ProviderErrorCode } from '@jeongsan/provider-contract';

type Card = NonNullable<PaymentDetails['card']>;

/** A card as the sandbox's card companies know it. */
export type TestCard = Readonly<{
  issuerCode: string;
  cardType: Card['cardType'];
  ownerType: Card['ownerType'];
  /** A card of a foreign company: its payments cannot be canceled in part. */
  isForeign?: boolean;
  /** The card takes no installments. */
  isLumpSumOnly?: boolean;
  /** The error code with which the card's number is refused, for payments and billing keys alike. */
  refusedAtOnce?: ProviderErrorCode;
  /** The error code with which the card company refuses payments, although it accepts the number. */
  refusedAtApproval?: ProviderErrorCode;
}>;

const ordinary = { issuerCode: '21', cardType: '신용', ownerType: '개인' } as const;

// ASSUMED: three numbers and their outcomes are published (…7890); those that begin with 94100199 are the sandbox's own.
/** Cards with an outcome of their own, by number. Billing keys and payments by card number answer alike. */
// prettier-ignore
export const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ['9410001234567890', ordinary],
  ['4330121234567890', { issuerCode: '4V', cardType: '미확인', ownerType: '미확인', isForeign: true, refusedAtApproval: 'NOT_SUPPORTED_CARD_TYPE' }],
  ['5520221234567890', { issuerCode: '4M', cardType: '미확인', ownerType: '미확인', isForeign: true, refusedAtApproval: 'NOT_SUPPORTED_CARD_TYPE' }],

  ['9410019900000001', { ...ordinary, refusedAtOnce: 'INVALID_STOPPED_CARD' }],
  // A lost or stolen card gets the code of a declined one, because neither operation lists a code for lost cards.
  ['9410019900000002', { ...ordinary, refusedAtOnce: 'INVALID_REJECT_CARD' }],
  ['9410019900000003', { ...ordinary, refusedAtOnce: 'NOT_REGISTERED_CARD_COMPANY' }],
  ['9410019900000004', { ...ordinary, refusedAtOnce: 'EXCEED_MAX_AUTH_COUNT' }],
  ['9410019900000005', { ...ordinary, refusedAtOnce: 'INVALID_CARD_NUMBER' }],
  ['9410019900000011', { ...ordinary, refusedAtApproval: 'REJECT_CARD_PAYMENT' }],
  ['9410019900000012', { ...ordinary, refusedAtApproval: 'REJECT_CARD_COMPANY' }],
  ['9410019900000013', { ...ordinary, cardType: '체크', refusedAtApproval: 'REJECT_ACCOUNT_PAYMENT' }],

  ['9410019900000021', { ...ordinary, cardType: '체크' }],
  ['9410019900000022', { ...ordinary, cardType: '기프트' }],
  ['9410019900000023', { ...ordinary, ownerType: '법인' }],
  ['9410019900000024', { ...ordinary, isLumpSumOnly: true }],
]);

// prettier-ignore
const issuersByPrefix = [
  ['94100', '21'], ['53612', '11'], ['51537', '41'], ['53272', '51'], ['43301', '61'], ['54618', '91'], ['35', '4J'], ['3', '7A'],
] as const;
const CARD_NUMBER = /^\d{14,16}$/;

// ASSUMED: a number without an outcome of its own is an ordinary credit card of a Korean company; only its length is checked.
/** The card with a number; undefined if no card can have such a number. */
export function findCard(number: string): TestCard | undefined {
  if (!CARD_NUMBER.test(number)) return undefined;
  const issuer = issuersByPrefix.find(([prefix]) => number.startsWith(prefix))?.[1];
  return testCards.get(number) ?? { ...ordinary, issuerCode: issuer ?? ordinary.issuerCode };
}

/** A card number as the provider prints it: eight digits, four stars, three digits, one star. */
export const maskedCardNumber = (number: string): string => `${number.slice(0, 8)}****${number.slice(12, 15)}*`;
