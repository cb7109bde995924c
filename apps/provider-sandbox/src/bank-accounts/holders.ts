import type { Sql } from '../database/sql.js';
import type { Call } from '../world.js';
import { mockHolderName, traitsOf } from './mock-accounts.js';

/** An account; bankCode has three digits. */
export type Account = Readonly<{ bankCode: string; accountNumber: string }>;
/** The holder of an account; a null identity number matches every number. */
export type Holder = Readonly<{ holderName: string; identityNumber: string | null }>;
/** The parts of a holder that a caller names. */
export type Claim = Readonly<{ holderName?: string; identityNumber?: string }>;

/** Stores the holder of an account, in place of an earlier one. */
export async function describeAccount(sql: Sql, { bankCode, accountNumber }: Account, holder: Holder): Promise<void> {
  await sql.rows(
    `insert into bank_account (bank_code, account_number, holder_name, identity_number) values ($1, $2, $3, $4)
     on conflict (bank_code, account_number) do update set holder_name = excluded.holder_name,
       identity_number = excluded.identity_number`,
    [bankCode, accountNumber, holder.holderName, holder.identityNumber],
  );
}

/** The name under which an account is held: described, of the last registered seller, or made up from the account. */
export async function holderNameOf(call: Call, account: Account): Promise<string> {
  const known = await findHolder(call.sql, account);
  const name = known?.holderName ?? (await registeredHolder(call.sql, account)) ?? mockNameOf(account);
  if (!known) await keepFirst(call, account, { holderName: name });
  return name;
}

/** Whether an account exists and belongs to the claimed holder. An indirect-lookup institution compares no number. */
export async function isHeldBy(call: Call, account: Account, claim: Claim): Promise<boolean> {
  const { exists, isHeldByAnyName } = traitsOf(account.accountNumber);
  if (!exists || (claim.holderName !== undefined && !isHeldByAnyName)) return false;
  const isDirect = !call.world.merchant.settings.indirectLookupBanks.includes(account.bankCode);
  const compared = isDirect ? claim : { ...claim, identityNumber: undefined };
  const known = await findHolder(call.sql, account);
  if (!known) {
    await keepFirst(call, account, compared);
    return true;
  }
  const isName = compared.holderName === undefined || sameName(compared.holderName, known.holderName);
  const isNumber = compared.identityNumber === undefined || isSameNumber(compared.identityNumber, known);
  if (isName && isNumber) await keepFirst(call, account, compared);
  return isName && isNumber;
}

async function findHolder(sql: Sql, { bankCode, accountNumber }: Account): Promise<Holder | undefined> {
  const [holder] = await sql.rows<Holder>(
    `select holder_name as "holderName", identity_number as "identityNumber" from bank_account
     where bank_code = $1 and account_number = $2`,
    [bankCode, accountNumber],
  );
  return holder;
}

/** With the setting FIRST_NAMED, the first name and the first number of an account stay the holder's. */
async function keepFirst({ sql, world }: Call, account: Account, claim: KeptClaim): Promise<void> {
  if (world.merchant.settings.accountHolders !== 'FIRST_NAMED') return;
  await sql.rows(
    `insert into bank_account as known (bank_code, account_number, holder_name, identity_number) values ($1, $2, $3, $4)
     on conflict (bank_code, account_number) do update
       set identity_number = coalesce(known.identity_number, excluded.identity_number)`,
    [account.bankCode, account.accountNumber, claim.holderName ?? mockNameOf(account), claim.identityNumber ?? null],
  );
}
type KeptClaim = Readonly<{ holderName?: string | undefined; identityNumber?: string | undefined }>;

const mockNameOf = ({ bankCode, accountNumber }: Account): string => mockHolderName(bankCode, accountNumber);

// ASSUMED: banks compare names without regard to spaces.
const sameName = (a: string, b: string): boolean => a.replace(/\s/g, '') === b.replace(/\s/g, '');

const isSameNumber = (number: string, { identityNumber }: Holder): boolean =>
  identityNumber === null || identityNumber === number;

async function registeredHolder(sql: Sql, { bankCode, accountNumber }: Account): Promise<string | undefined> {
  const [seller] = await sql.rows<{ holderName: string }>(
    `select holder_name as "holderName" from seller
     where account_number = $1 and bank_code = $2 and deleted_at is null order by seq desc limit 1`,
    [accountNumber, bankCode],
  );
  return seller?.holderName;
}
