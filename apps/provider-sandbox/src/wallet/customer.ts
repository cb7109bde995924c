import type { WalletCustomerStatus } from '@jeongsan/provider-contract';
import type { WalletCustomer } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import type { Call } from '../world.js';

/** A stored customer of the wallet. */
export type CustomerRow = Readonly<{
  id: bigint;
  customerKey: string;
  status: WalletCustomerStatus;
  isIdentified: boolean;
  isOneTouch: boolean;
  tokenSeed: string;
  accessTokenHash: Buffer | null;
  createdAt: Date;
}>;

export const CUSTOMER_COLUMNS = `id, customer_key as "customerKey", status, is_identified as "isIdentified",
  is_one_touch as "isOneTouch", token_seed as "tokenSeed", access_token_hash as "accessTokenHash", created_at as "createdAt"`;

/** The customer with a customerKey; undefined after the customer withdrew. */
export async function findCustomer(sql: Sql, customerKey: string): Promise<CustomerRow | undefined> {
  const [row] = await sql.rows<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from wallet_customer where customer_key = $1 and status <> 'REMOVED'`,
    [customerKey],
  );
  return row;
}

/** Reads a customer and locks it until the transaction ends, so that it cannot withdraw meanwhile. */
export async function lockCustomer(sql: Sql, customerKey: string): Promise<CustomerRow | undefined> {
  const [row] = await sql.rows<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from wallet_customer where customer_key = $1 and status <> 'REMOVED' for update`,
    [customerKey],
  );
  return row;
}

/**
 * Reads and locks the customer of a bearer call. Throws Refused if the customer withdrew after its token was checked.
 */
export async function lockCaller(call: Call): Promise<CustomerRow> {
  const [row] = await call.sql.rows<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from wallet_customer where id = $1 and status <> 'REMOVED' for update`,
    [callerId(call)],
  );
  if (!row) throw new Refused('INVALID_ACCESS_TOKEN');
  return row;
}

/** The id of the customer that a bearer call is made for. */
export function callerId({ caller }: Pick<Call, 'caller'>): bigint {
  if (!caller?.customer) throw new Error('A call without a customer reached a handler of customers');
  return caller.customer.id;
}

/** Reads and locks a customer that can pay. Throws Refused if the customer does not exist or is on hold. */
export async function lockPayer(sql: Sql, customerKey: string): Promise<CustomerRow> {
  const customer = await lockCustomer(sql, customerKey);
  if (!customer) throw new Refused('NOT_FOUND_CUSTOMER');
  // ASSUMED: a customer on hold cannot pay, but can read and remove its methods, and withdraw.
  if (customer.status === 'ON_HOLD') throw new Refused('USER_ACCOUNT_ON_HOLD');
  return customer;
}

export const customerOf = (row: CustomerRow): z.output<typeof WalletCustomer> => ({
  customerKey: row.customerKey,
  status: row.status,
  isIdentified: row.isIdentified,
  isOneTouch: row.isOneTouch,
  createdAt: row.createdAt,
});
