import { bankNamed } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { messageOf, Refused } from '../api/refused.js';
import { type RegisteredMethod, takesAccounts } from '../billing/billing-key.js';
import { registeredCard } from '../billing/registered-card.js';
import { removeBillingKey as remove } from '../billing/remove-billing-key.js';
import { randomText } from '../ids.js';
import { minutesAfter } from '../payments/open-payment.js';
import { findCard } from '../payments/test-cards.js';
import type { World } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

// ASSUMED: an authKey is valid for ten minutes, like an authenticated payment; its lifetime is not published.
const AUTH_KEY_MINUTES = 10;

/** A buyer goes through the registration window and comes back with an authKey. */
export const registerBillingMethod: ControlHandler<typeof contract.registerBillingMethod> = async (call, { body }) => {
  const method = body.method === '카드' ? cardOf(body.cardNumber) : registeredAccount(call.world, body);
  const authKey = `bln_${randomText(40)}`;
  const expiresAt = minutesAfter(call.now, AUTH_KEY_MINUTES);
  await call.sql.rows(
    'insert into billing_registration (auth_key, customer_key, method, expires_at) values ($1, $2, $3, $4)',
    [authKey, body.customerKey, JSON.stringify(method), expiresAt],
  );
  return { customerKey: body.customerKey, authKey, expiresAt };
};

function cardOf(cardNumber: string): RegisteredMethod {
  const card = findCard(cardNumber);
  if (!card) throw notPossible('No card has such a number');
  if (card.refusedAtOnce) throw notPossible(`The card is refused: ${messageOf(card.refusedAtOnce, 'en-us')}`);
  return registeredCard(card, cardNumber, null);
}

function registeredAccount(
  world: World,
  { bank, accountNumber }: { bank: string; accountNumber: string },
): RegisteredMethod {
  if (!takesAccounts(world)) throw notPossible('Accounts can be registered from API version 2024-06-01');
  const known = bankNamed(bank);
  if (!known) throw notFound('such bank');
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

export const removeBillingKey: ControlHandler<typeof contract.removeBillingKey> = async (call, { params, body }) => {
  try {
    await remove(call, params.billingKey, body.reason);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw error.code === 'NOT_FOUND_BILLING' ? notFound('such billing key') : notPossible('The key is removed already');
  }
  return { done: true };
};
