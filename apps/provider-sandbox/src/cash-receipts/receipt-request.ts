import type { CashReceiptType, ReceiptRequest } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';

/** The type and the customer of a payment's receipt. */
export type RequestedReceipt = Readonly<{ type: z.output<typeof CashReceiptType>; customerIdentityNumber: string }>;

/** Stores a payment's receipt request until the payment is paid. */
export async function storeReceiptRequest(
  sql: Sql,
  paymentKey: string,
  asked: z.output<typeof ReceiptRequest> | undefined,
): Promise<void> {
  if (asked === undefined || asked.type === '미발행') return;
  await sql.rows(
    `insert into receipt_request (payment_key, type, customer_identity_number) values ($1, $2, $3)
     on conflict (payment_key) do update set type = excluded.type, customer_identity_number = excluded.customer_identity_number`,
    [paymentKey, asked.type, asked.registrationNumber],
  );
}

export async function findReceiptRequest(sql: Sql, paymentKey: string): Promise<RequestedReceipt | undefined> {
  const [request] = await sql.rows<RequestedReceipt>(
    `select type, customer_identity_number as "customerIdentityNumber" from receipt_request where payment_key = $1`,
    [paymentKey],
  );
  return request;
}
