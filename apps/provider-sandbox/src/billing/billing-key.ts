import { BillingCard, providerErrors, type Billing, type ProviderErrorCode } from '@jeongsan/provider-contract';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isInUse } from '../api/versions/version-of.js';
import type { Sql } from '../database/sql.js';
import type { Call, World } from '../world.js';

const refusesCharge = z
  .string()
  .transform((code) => code as ProviderErrorCode)
  .refine((code) => Object.hasOwn(providerErrors, code))
  .optional();

/** The method a buyer registered, without the parts that may not be stored: numbers are masked before they get here. */
export const RegisteredMethod = z.discriminatedUnion('method', [
  BillingCard.extend({
    method: z.literal('카드'),
    /** The last month in which the card is valid, yyyy-MM; null: the window did not ask. */
    validThrough: z.string().nullable(),
    /** The card can only be charged without installments. */
    isLumpSumOnly: z.boolean(),
    refusesCharge,
  }),
  z.object({
    method: z.literal('계좌이체'),
    /** The bank's short code, as payments use it. */
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    refusesCharge,
  }),
]);
export type RegisteredMethod = z.output<typeof RegisteredMethod>;

/** A stored billing key. */
export type BillingKeyRow = Readonly<{
  billingKey: string;
  customerKey: string;
  method: unknown;
  authenticatedAt: Date;
  removedAt: Date | null;
}>;

const COLUMNS = `billing_key as "billingKey", customer_key as "customerKey", method, authenticated_at as "authenticatedAt",
  removed_at as "removedAt"`;

/** Reads a billing key, also a removed one, and prevents its removal until the transaction ends. */
export async function holdBillingKey(sql: Sql, billingKey: string): Promise<BillingKeyRow | undefined> {
  const [row] = await sql.rows<BillingKeyRow>(
    `select ${COLUMNS} from billing_key where billing_key = $1 for key share`,
    [billingKey],
  );
  return row;
}

/** Stores a new billing key, and returns it in the newest version's format; older versions have `cardCompany`, too. */
export async function insertBillingKey(
  call: Call,
  customerKey: string,
  method: RegisteredMethod,
): Promise<z.output<typeof Billing>> {
  const billingKey = `${randomBytes(32).toString('base64url')}=`;
  await call.sql.rows(
    'insert into billing_key (billing_key, customer_key, method, authenticated_at) values ($1, $2, $3, $4)',
    [billingKey, customerKey, JSON.stringify(method), call.now],
  );
  const { env } = call.world;
  const common = { mId: env.M_ID, customerKey, authenticatedAt: call.now, method: method.method, billingKey };
  if (method.method === '계좌이체') {
    const transfers = [{ bankName: method.bankName, bankAccountNumber: method.accountNumber }];
    return { ...common, card: null, transfers };
  }
  const { issuerCode, acquirerCode, number, cardType, ownerType } = method;
  return { ...common, card: { issuerCode, acquirerCode, number, cardType, ownerType }, transfers: null };
}

/** The API version from which a billing key can belong to an account. */
export const ACCOUNTS_SINCE = '2024-06-01';

/** Whether accounts can be registered: some key of the merchant can exchange them for a billing key. */
export const takesAccounts = (world: World): boolean => isInUse(ACCOUNTS_SINCE, world);
