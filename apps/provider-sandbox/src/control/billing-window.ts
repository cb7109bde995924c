import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { messageOf, Refused } from '../api/refused.js';
import { takesAccounts } from '../billing/billing-key.js';
import { enteredAccount, enteredCard, storeRegistration } from '../billing/register-method.js';
import { removeBillingKey as remove } from '../billing/remove-billing-key.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

/** A buyer goes through the registration window and comes back with an authKey. */
export const registerBillingMethod: ControlHandler<typeof contract.registerBillingMethod> = async (call, { body }) => {
  const isAccount = body.method !== '카드';
  if (isAccount && !takesAccounts(call.world))
    throw notPossible('Accounts can be registered from API version 2024-06-01');
  try {
    const method = isAccount ? enteredAccount(body.bank, body.accountNumber) : enteredCard(body.cardNumber);
    return await storeRegistration(call, body.customerKey, method);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw notPossible(`The window refuses it: ${messageOf(error.code, 'en-us')}`);
  }
};

export const removeBillingKey: ControlHandler<typeof contract.removeBillingKey> = async (call, { params, body }) => {
  try {
    await remove(call, params.billingKey, body.reason);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw error.code === 'NOT_FOUND_BILLING' ? notFound('such billing key') : notPossible('The key is removed already');
  }
  return { done: true };
};
