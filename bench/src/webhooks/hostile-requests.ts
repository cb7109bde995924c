import { webhookHeaders } from '@jeongsan/provider-contract';
import { receivePath } from './receive-path.js';

/** The payment that a part of the flood names. It is in the books: whoever names it makes somebody look. */
export const NAMED_PAYMENT = 'payment-named-by-many';

const SOURCES = 200;
const LARGE = Buffer.alloc(1024 * 1024, 'x');
const WRONG = { [webhookHeaders.transmissionTime]: new Date().toISOString(), [webhookHeaders.signature]: 'v1:AAAA' };

type Hostile = Readonly<{ body: (index: number) => Buffer; headers?: Readonly<Record<string, string>> }>;
const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** What is sent to a public address by somebody who means harm. */
const hostile: readonly Hostile[] = [
  { body: () => LARGE },
  { body: (index) => json({ eventType: `made.up.${index}`, data: {} }) },
  { body: (index) => json({ eventType: 'payout.changed', entityBody: { id: `FPA_${index}` } }), headers: WRONG },
  { body: () => LARGE, headers: WRONG },
  {
    body: (index) =>
      json({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: String(index), data: { paymentKey: NAMED_PAYMENT } }),
  },
];

/** One request of the flood, whole. Each comes from one of many addresses, so that no rate of a single one stops it. */
export function hostileRequest(index: number): Buffer {
  const { body, headers = {} } = hostile[index % hostile.length] as Hostile;
  const bytes = body(index);
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    'x-forwarded-for': `198.18.0.${index % SOURCES}`,
    [webhookHeaders.transmissionId]: `hostile_${index}`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${receivePath} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
}
