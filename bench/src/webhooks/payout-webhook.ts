import { randomUUID } from 'node:crypto';
import { signWebhook, type SecurityKey } from '@jeongsan/jwe';
import { webhookHeaders } from '@jeongsan/provider-contract';
import { receivePath } from './receive-path.js';

/** The key that both ends of this run know. */
export const SECURITY_KEY = '5e'.repeat(32);

/** Now: nobody goes to look for an old one. */
const time = new Date().toISOString();

/** A whole request for one new payout.changed, signed as the provider signs (document 2 section 6). */
export function payoutWebhook(key: SecurityKey): string {
  const id = randomUUID();
  const body = bodyOf(id);
  return [
    `POST ${receivePath} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `${webhookHeaders.transmissionId}: whtrans_${id}`,
    `${webhookHeaders.transmissionTime}: ${time}`,
    `${webhookHeaders.retriedCount}: 0`,
    `${webhookHeaders.signature}: ${signWebhook(body, time, [key])}`,
    '',
    body,
  ].join('\r\n');
}

const bodyOf = (id: string): string =>
  JSON.stringify({
    eventType: 'payout.changed',
    createdAt: time,
    version: '2022-11-16',
    eventId: id,
    entityType: 'payout',
    entityBody: {
      id: `FPA_${id.slice(0, 30)}`,
      refPayoutId: `ref-${id}`,
      destination: 'seller-1',
      scheduleType: 'SCHEDULED',
      payoutDate: '2026-11-20',
      amount: { currency: 'KRW', value: 5000 },
      transactionDescription: '정산',
      requestedAt: '2026-11-19T16:04:10+09:00',
      status: 'COMPLETED',
      error: null,
      metadata: null,
    },
  });
