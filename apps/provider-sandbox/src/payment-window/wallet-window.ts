import { statement } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import { randomText } from '../ids.js';
import { minutesAfter, OPEN_MINUTES } from '../payments/open-payment.js';
import type { Call } from '../world.js';
import type { ReturnUrls } from './leads-back.js';

/** A window in which a customer of the wallet agrees to terms, registers a card and pays. */
export type WalletWindow = ReturnUrls &
  Readonly<{
    id: string;
    customerKey: string;
    /** The shop's address that exchanges the code of an agreement for the customer's token. */
    redirectUrl: string;
    amount: bigint;
    taxFreeAmount: bigint | null;
    orderId: string;
    orderName: string;
    expiresAt: Date;
    /** The code of the customer's agreement, while the shop has not exchanged it. */
    code: string | null;
    paymentKey: string | null;
  }>;

const ID_CHARACTERS = 32;
const OPEN = statement(`
  insert into wallet_window (id, customer_key, redirect_url, success_url, fail_url, amount, tax_free_amount, order_id, order_name,
    expires_at)
  values (:id, :customerKey, :redirectUrl, :successUrl, :failUrl, :amount, :taxFreeAmount, :orderId, :orderName, :expiresAt)`);

export async function openWalletWindow(
  { sql, now }: Call,
  asked: Omit<WalletWindow, 'id' | 'expiresAt' | 'code' | 'paymentKey'>,
): Promise<string> {
  const id = randomText(ID_CHARACTERS);
  await OPEN.rows(sql, { ...asked, id, expiresAt: minutesAfter(now, OPEN_MINUTES) });
  return id;
}

/** Reads a window and locks it until the transaction ends. */
export async function lockWalletWindow(sql: Sql, id: string): Promise<WalletWindow | undefined> {
  const [window] = await sql.rows<WalletWindow>(
    `select id, customer_key as "customerKey", redirect_url as "redirectUrl", success_url as "successUrl",
       fail_url as "failUrl", amount, tax_free_amount as "taxFreeAmount", order_id as "orderId", order_name as "orderName",
       expires_at as "expiresAt", code, payment_key as "paymentKey"
     from wallet_window where id = $1 for update`,
    [id],
  );
  return window;
}
