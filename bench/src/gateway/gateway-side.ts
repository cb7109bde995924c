import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { App } from '@jeongsan/child-processes';
import { createClient } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { sandboxControlContract } from '@jeongsan/sandbox-control';
import { migrated, withClient } from '../harness/bench-server.js';
import type { Bench } from '../harness/measurement.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { insertApprovedSellers } from '../plan/approved-sellers.js';
import { authorization, SECRET_KEY, startSandbox } from '../sandbox/sandbox-process.js';

/** The gateway before a provider, with payments that are ready to be confirmed at either address. */
export type Gateway = Readonly<{ url: string; providerUrl: string; stop: () => Promise<void> }>;

const AMOUNT = 5_000;
const entry = resolve(import.meta.dirname, '../../../apps/payments-gateway/dist/bundle/main.js');

/** Where a payment is confirmed: at the provider, or through the gateway. */
type Address = 'direct' | 'through';
const orderIdOf = (address: Address, n: number): string => `bench-${address}-${n}`;
const paymentKeys = new Map<string, string>();

/** The gateway alone, on a database that is ready. */
export function startGatewayOn(
  bench: Bench,
  name: string,
  url: string,
  more: Readonly<Record<string, string>>,
): Promise<App> {
  return startProgram(bench, name, entry, {
    ...onThisMachine,
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    REDIS_URL: bench.redisUrl,
    // The provider's key serves as the market's key, so that one request fits both addresses.
    API_KEYS: JSON.stringify([
      { id: 'bench', sha256: createHash('sha256').update(SECRET_KEY).digest('hex'), roles: ['market'] },
    ]),
    PROVIDER_SECRET_KEY: SECRET_KEY,
    PROVIDER_SECURITY_KEYS: '5e'.repeat(32),
    DATA_KEYS: 'da'.repeat(32),
    ...more,
  });
}

/** For measurements that send nothing to the provider: a process that only answers requests, before an address without a server. */
export const withoutProvider = { ROLE: 'http', PROVIDER_BASE_URL: 'http://127.0.0.1:9' } as const;

/** `confirms`: how many payments are ready at each of the two addresses. */
export async function startGateway(bench: Bench, confirms: number): Promise<Gateway> {
  const sandbox = await startSandbox(bench, 'gateway provider', await bench.server.createDatabase('gateway_provider'));
  const url = await bench.server.createDatabase('gateway');
  await migrated(url);
  await withClient(url, (client) => insertApprovedSellers(client, 1));
  const app = await startGatewayOn(bench, 'gateway', url, { PROVIDER_BASE_URL: sandbox.url });
  bench.say('preparing payments');
  for (let n = 0; n < confirms; n += 1) {
    await authenticate(sandbox.url, orderIdOf('direct', n));
    await register(app.url, orderIdOf('through', n));
    await authenticate(sandbox.url, orderIdOf('through', n));
  }
  return {
    url: app.url,
    providerUrl: sandbox.url,
    stop: async () => {
      await app.stop();
      await sandbox.stop();
    },
  };
}

async function authenticate(sandboxUrl: string, orderId: string): Promise<void> {
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const control = createClient(sandboxControlContract, sandboxUrl, send);
  const body = { method: '카드', amount: BigInt(AMOUNT), orderId, orderName: 'bench' } as const;
  paymentKeys.set(orderId, (await control.payAsBuyer({ body })).paymentKey);
}

async function register(gatewayUrl: string, orderId: string): Promise<void> {
  const sellerId = 'seller-000000001';
  const line = { lineId: 'L1', sellerId, category: 'c', amount: AMOUNT, taxFreeAmount: 0, discountAmount: 0 };
  const body = { orderId, orderName: 'bench', orderedAt: new Date(), totalAmount: AMOUNT, lines: [line] };
  const headers = { authorization, 'content-type': 'application/json' };
  const reply = await fetch(`${gatewayUrl}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (reply.status !== 201) throw new Error(`An order was answered ${reply.status}: ${await reply.text()}`);
}

/** Two reads that pass through: the one that costs the provider least, and the one that markets send most. */
export const promotionsCall = requestOf('GET', '/v1/promotions');
export const paymentCall = (): string => requestOf('GET', `/v1/payments/${paymentKeys.get(orderIdOf('direct', 0))}`);

export function confirmCall(address: Address, n: number): string {
  const orderId = orderIdOf(address, n);
  return requestOf(
    'POST',
    '/v1/payments/confirm',
    JSON.stringify({ paymentKey: paymentKeys.get(orderId), orderId, amount: AMOUNT }),
  );
}

export function requestOf(method: string, path: string, body?: string): string {
  const content =
    body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: ${authorization}`, ...content];
  return [...head, '', body ?? ''].join('\r\n');
}
