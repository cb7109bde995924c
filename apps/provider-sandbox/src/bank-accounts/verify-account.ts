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
import { mockHolderName, traitsOf } from './mock-accounts.js';

type Account = Readonly<{ bankCode: string; accountNumber: string }>;

export const lookupHolderName: Handler<typeof lookupContract> = async (call, { body }) => {
  const account = checked(call, body);
  if (!traitsOf(account.accountNumber).exists) throw new Refused('INVALID_ACCOUNT_NUMBER');
  const registered = await registeredHolder(call, account);
  return entity(call, 'bank-account', {
    holderName: registered ?? mockHolderName(account.bankCode, account.accountNumber),
  });
};

export const validateAccount: Handler<typeof validateContract> = async (call, { body }) =>
  isValid(call, traitsOf(checked(call, body).accountNumber).exists);

// ASSUMED: the test environment accepts every identifier; even the real one can accept a wrong identifier.
export const verifyIdentifier: Handler<typeof identifierContract> = async (call, { body }) =>
  isValid(call, traitsOf(checked(call, body).accountNumber).exists);

export const verifyHolderName: Handler<typeof nameContract> = async (call, { body }) =>
  isValid(call, traitsOf(checked(call, body).accountNumber).isHeldByAnyName);

export const verifyHolderRealName: Handler<typeof realNameContract> = async (call, { body }) =>
  isValid(call, traitsOf(checked(call, body).accountNumber).isHeldByAnyName);

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

async function registeredHolder(call: Call, { bankCode, accountNumber }: Account): Promise<string | undefined> {
  const [seller] = await call.sql.rows<{ holderName: string }>(
    `select holder_name as "holderName" from seller
     where account_number = $1 and bank_code = $2 and deleted_at is null order by seq desc limit 1`,
    [accountNumber, bankCode],
  );
  return seller?.holderName;
}
