import { businessDateOf } from '@jeongsan/calendar';
import { Refused } from '../api/refused.js';
import { findCard, type TestCard } from './test-cards.js';

/** A card's data as its holder enters them. */
export type WrittenCard = Readonly<{
  cardNumber: string;
  /** Two digits, like the month. */
  cardExpirationYear: string;
  cardExpirationMonth: string;
  /** Six digits of a birth date, or ten digits of a business number. */
  customerIdentityNumber?: string | undefined;
  /** The first two digits of the card's password. */
  cardPassword?: string | undefined;
}>;

/** Checks entered card data as the card company does, for a payment or a billing key. Throws Refused. */
export function checkCard(written: WrittenCard, now: Date): TestCard {
  const card = findCard(written.cardNumber);
  if (!card) throw new Refused('INVALID_CARD_NUMBER');
  if (isExpired(written, now)) throw new Refused('INVALID_CARD_EXPIRATION');
  checkIdentity(card, written.customerIdentityNumber);
  checkPassword(written.cardPassword);
  if (card.refusedAtOnce) throw new Refused(card.refusedAtOnce);
  return card;
}

/** Whether a card has expired: it is valid until its month ends, in Seoul. */
function isExpired({ cardExpirationYear, cardExpirationMonth }: WrittenCard, now: Date): boolean {
  const isMonth = /^(0[1-9]|1[0-2])$/.test(cardExpirationMonth);
  if (!isMonth || !/^\d{2}$/.test(cardExpirationYear)) return true;
  return `20${cardExpirationYear}-${cardExpirationMonth}` < businessDateOf(now).slice(0, 7);
}

// ASSUMED: every well-formed identity number belongs to the card's holder, but a company's card needs a business
// number, and a person's card a birth date.
function checkIdentity(card: TestCard, number: string | undefined): void {
  if (number === undefined) return;
  const isBusiness = /^\d{10}$/.test(number);
  if (!isBusiness && !isBirthDay(number)) throw new Refused('INVALID_BIRTH_DAY_FORMAT');
  if (isBusiness !== (card.ownerType === '법인') && card.ownerType !== '미확인')
    throw new Refused('INVALID_CARD_IDENTITY');
}

function isBirthDay(text: string): boolean {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  // The two digits of a birth year are read as 20xx: 19xx has the same leap years, except 1900.
  const days = new Date(Date.UTC(Number(year) + 2000, Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

// ASSUMED: every password (the first two digits of it) is accepted except 99.
function checkPassword(password: string | undefined): void {
  if (password === undefined) return;
  if (!/^\d{2}$/.test(password) || password === WRONG_PASSWORD) throw new Refused('INVALID_CARD_PASSWORD');
}
const WRONG_PASSWORD = '99';
