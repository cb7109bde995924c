import { statement } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import { randomText } from '../ids.js';
import { minutesAfter, OPEN_MINUTES } from '../payments/open-payment.js';
import type { Call } from '../world.js';
import type { ReturnUrls } from './leads-back.js';

/** A window in which a customer registers a payment method for charges without the customer. */
export type BillingWindow = ReturnUrls &
  Readonly<{
    id: string;
    customerKey: string;
    method: '카드' | '계좌이체';
    expiresAt: Date;
    /** Set once the method is registered. */
    authKey: string | null;
  }>;

const ID_CHARACTERS = 32;
const OPEN = statement(`
  insert into billing_window (id, customer_key, method, success_url, fail_url, expires_at)
  values (:id, :customerKey, :method, :successUrl, :failUrl, :expiresAt)`);

export async function openBillingWindow(
  { sql, now }: Call,
  asked: Pick<BillingWindow, 'customerKey' | 'method' | 'successUrl' | 'failUrl'>,
): Promise<string> {
  const id = randomText(ID_CHARACTERS);
  await OPEN.rows(sql, { ...asked, id, expiresAt: minutesAfter(now, OPEN_MINUTES) });
  return id;
}

/** Reads a window and locks it until the transaction ends. */
export async function lockBillingWindow(sql: Sql, id: string): Promise<BillingWindow | undefined> {
  const [window] = await sql.rows<BillingWindow>(
    `select id, customer_key as "customerKey", method, success_url as "successUrl", fail_url as "failUrl",
       expires_at as "expiresAt", auth_key as "authKey" from billing_window where id = $1 for update`,
    [id],
  );
  return window;
}
