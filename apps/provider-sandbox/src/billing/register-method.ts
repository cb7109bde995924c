import { bankNamed } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import { minutesAfter } from '../payments/open-payment.js';
import { findCard, type TestCard } from '../payments/test-cards.js';
import type { Call } from '../world.js';
import type { RegisteredMethod } from './billing-key.js';
import { registeredCard } from './registered-card.js';

// ASSUMED: an authKey is valid for ten minutes, like an authenticated payment; its lifetime is not published.
const AUTH_KEY_MINUTES = 10;

export type Registered = Readonly<{ customerKey: string; authKey: string; expiresAt: Date }>;

/** Stores a payment method that a customer registered, until the merchant exchanges the authKey for a billing key. */
export async function storeRegistration(
  { sql, now }: Call,
  customerKey: string,
  method: RegisteredMethod,
): Promise<Registered> {
  const authKey = `bln_${randomText(40)}`;
  const expiresAt = minutesAfter(now, AUTH_KEY_MINUTES);
  await sql.rows(
    'insert into billing_registration (auth_key, customer_key, method, expires_at) values ($1, $2, $3, $4)',
    [authKey, customerKey, JSON.stringify(method), expiresAt],
  );
  return { customerKey, authKey, expiresAt };
}

/** The card with a number. @throws Refused for a number that no card has, or with the refusal of a test card. */
export function acceptedCard(cardNumber: string): TestCard {
  const card = findCard(cardNumber);
  if (!card) throw new Refused('INVALID_CARD_NUMBER');
  if (card.refusedAtOnce) throw new Refused(card.refusedAtOnce);
  return card;
}

/** A card that a customer enters. @throws Refused as acceptedCard, and for a card that cannot be charged repeatedly. */
export const enteredCard = (cardNumber: string): RegisteredMethod =>
  registeredCard(acceptedCard(cardNumber), cardNumber, null);

/** An account that a customer enters. @throws Refused for an unknown bank. */
export function enteredAccount(bank: string, accountNumber: string): RegisteredMethod {
  const known = bankNamed(bank);
  if (!known) throw new Refused('INVALID_BANK');
  // ASSUMED: that accounts ending in these digits are refused is the sandbox's own rule, like the one for cards.
  const refused = accountNumber.endsWith('1001');
  return {
    method: '계좌이체',
    bankCode: known.shortCode,
    bankName: known.koreanName,
    accountNumber: `${accountNumber.slice(0, 3)}${'*'.repeat(Math.max(accountNumber.length - 7, 0))}${accountNumber.slice(3).slice(-4)}`,
    ...(refused && { refusesCharge: 'REJECT_ACCOUNT_PAYMENT' as const }),
  };
}
