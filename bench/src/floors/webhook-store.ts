import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import pg from 'pg';

export const FLOOR_INBOX = `
create table inbox (transmission_id text primary key, body bytea not null, received_at timestamptz not null default clock_timestamp())`;

const CONNECTIONS = 16;

/** The least that may answer 200 to a webhook: its signature holds over the raw bytes, it is JSON, and its row is committed. */
export function floorInbox(databaseUrl: string, securityKey: string) {
  const secret = Buffer.from(securityKey, 'hex');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  return async (body: Buffer, headers: IncomingHttpHeaders): Promise<200 | 401> => {
    const { 'tosspayments-webhook-transmission-time': time, 'tosspayments-webhook-signature': signature } = headers;
    const mac = createHmac('sha256', secret)
      .update(body)
      .update(`:${String(time)}`)
      .digest();
    const given = Buffer.from(String(signature).slice('v1:'.length), 'base64');
    if (given.length !== mac.length || !timingSafeEqual(given, mac)) return 401;
    JSON.parse(body.toString());
    await pool.query({
      name: 'store',
      text: 'insert into inbox (transmission_id, body) values ($1, $2)',
      values: [headers['tosspayments-webhook-transmission-id'], body],
    });
    return 200;
  };
}
