import type { RefundReceiveAccount } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';

/** The virtual account that a customer or a merchant requested: issued at once, or when the merchant confirms. */
export type AccountOrder = Readonly<{
  bankCode: string;
  customerName: string;
  accountType: '일반' | '고정';
  accountKey: string | null;
  /** The deadline; null: the usual time, counted from the issue. */
  dueAt: Date | null;
  /** The account for refunds that the customer entered in the payment window; null: none. */
  refundAccount: z.output<typeof RefundReceiveAccount> | null;
}>;

const STORE = statement(`
  insert into virtual_account (payment_key, bank_code, customer_name, account_type, account_key, due_at, refund_account)
  values (:paymentKey, :bankCode, :customerName, :accountType, :accountKey, :dueAt, :refundAccount)
  on conflict (payment_key) do update set bank_code = excluded.bank_code, customer_name = excluded.customer_name,
    account_type = excluded.account_type, account_key = excluded.account_key, due_at = excluded.due_at,
    refund_account = excluded.refund_account`);

/** Stores the requested account; a later choice replaces an earlier one. */
export async function storeAccountOrder(sql: Sql, paymentKey: string, order: AccountOrder): Promise<void> {
  await STORE.rows(sql, {
    paymentKey,
    bankCode: order.bankCode,
    customerName: order.customerName,
    accountType: order.accountType,
    accountKey: order.accountKey,
    dueAt: order.dueAt,
    refundAccount: order.refundAccount && JSON.stringify(order.refundAccount),
  });
}

/** The requested virtual account; undefined until a bank has been chosen. */
export async function findAccountOrder(sql: Sql, paymentKey: string): Promise<AccountOrder | undefined> {
  const [order] = await sql.rows<AccountOrder>(
    `select bank_code as "bankCode", customer_name as "customerName", account_type as "accountType",
       account_key as "accountKey", due_at as "dueAt", refund_account as "refundAccount"
     from virtual_account where payment_key = $1`,
    [paymentKey],
  );
  return order;
}
