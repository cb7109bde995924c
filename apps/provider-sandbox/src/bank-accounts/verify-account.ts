import { seoulTimeOf } from '@jeongsan/calendar';
import type {
  lookupHolderName as lookupContract,
  validateAccount as validateContract,
  verifyHolderName as nameContract,
  verifyHolderRealName as realNameContract,
  verifyIdentifier as identifierContract,
} from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { bankCodeOf } from './banks.js';
import { type Account, type Claim, holderNameOf, isHeldBy } from './holders.js';
import { traitsOf } from './mock-accounts.js';

export const lookupHolderName: Handler<typeof lookupContract> = async (call, { body }) => {
  const account = checked(call, body);
  if (!traitsOf(account.accountNumber).exists) throw new Refused('INVALID_ACCOUNT_NUMBER');
  return entity(call, 'bank-account', { holderName: await holderNameOf(call, account) });
};

export const validateAccount: Handler<typeof validateContract> = async (call, { body }) =>
  isValid(call, traitsOf(checked(call, body).accountNumber).exists);

export const verifyIdentifier: Handler<typeof identifierContract> = (call, { body }) => verified(call, body);

export const verifyHolderName: Handler<typeof nameContract> = (call, { body }) => verified(call, body);

export const verifyHolderRealName: Handler<typeof realNameContract> = (call, { body }) => verified(call, body);

/** Compares the name and the identity number of a request with the account's holder. */
const verified = async (call: Call, { bankCode, accountNumber, ...claim }: Account & Claim) =>
  isValid(call, await isHeldBy(call, checked(call, { bankCode, accountNumber }), claim));

const isValid = (call: Call, valid: boolean) => entity(call, 'bank-account', { isValid: valid });

function checked(call: Call, account: Account): Account {
  refuseDuringMaintenance(call);
  const bankCode = bankCodeOf(account.bankCode);
  if (bankCode === undefined) throw new Refused('INVALID_BANK');
  return { bankCode, accountNumber: account.accountNumber };
}

function refuseDuringMaintenance(call: Call): void {
  if (isDownForMaintenance(call)) throw new Refused('NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION');
}

/** Whether the banks are down: in their nightly window requests succeed and fail alternately (document 2 section 7). */
export function isDownForMaintenance(call: Call): boolean {
  const time = seoulTimeOf(call.now);
  const isMaintenance = time >= '23:30:00' || time < '00:30:00';
  return isMaintenance && call.world.maintenance.isDown();
}
