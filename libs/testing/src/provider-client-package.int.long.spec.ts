import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Sandbox, startSandbox } from './index.js';
import { type Elsewhere, installElsewhere, packLibrary } from './testing/elsewhere.js';
import { buyerPays, registerSeller } from './testing/provider-world.js';

const root = resolve(__dirname, '../../..');
const PACKING_MS_MAX = 120_000;
const PROGRAM_MS_MAX = 30_000;
/** A Wednesday at ten: EXPRESS payouts can be requested. */
const BUSINESS_HOUR = new Date('2026-03-04T10:00:00+09:00');

let folder: string;
let sandbox: Sandbox;
let elsewhere: Elsewhere;
let readme: Awaited<ReturnType<typeof readReadme>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-client-'));
  sandbox = await startSandbox(join(root, 'apps'));
  await sandbox.control.setClock({ body: { now: BUSINESS_HOUR, mode: 'frozen' } });
  readme = await readReadme();
  elsewhere = await installElsewhere(
    folder,
    await packLibrary('provider-client', ['zod', '@types/node', 'undici-types'], folder),
  );
  await elsewhere.compile({
    'esm/typed': TYPED,
    'esm/payments': `${PAYMENT}\n${readme.payments}`,
    'esm/payouts': `${PAYOUT}\n${readme.payouts}`,
    'esm/webhooks': `${KEYS}\n${readme.webhooks}`,
    'esm/server': SERVER,
    'esm/failure': `${CLIENT}\n${PAYMENT}\n${readme.failure}`,
    'esm/list': `${CLIENT}\n${readme.list}\n${readme.records}`,
    'cjs/typed': TYPED,
    'cjs/payments': inFunction(readme.payments),
  });
}, PACKING_MS_MAX);
afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The programs of the README, in its order. */
async function readReadme() {
  const text = await readFile(join(root, 'libs/provider-client/README.md'), 'utf8');
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const [payments, payouts, webhooks, failure, list, records, ...others] = blocks;
  if (!payments || !payouts || !webhooks || !failure || !list || !records)
    throw new Error('The README has fewer programs');
  expect(others).toEqual([]);
  return { payments, payouts, webhooks, failure, list, records };
}

/** The names that the programs assume. */
const KEYS = `const { BASE_URL: baseUrl = '', SECRET_KEY: secretKey = '', SECURITY_KEY: securityKey = '' } = process.env;`;
const PAYMENT = `const { PAYMENT_KEY: paymentKey = '', ORDER_ID: orderId = '' } = process.env;`;
const CLIENT = `import { CallError, createProviderClient, eachTransaction, eachTransactionRecordPage, recordLists } from '@jeongsan/provider-client';
${KEYS}
const provider = createProviderClient({ baseUrl, secretKey });`;
const PAYOUT = `${KEYS}
const { DESTINATION: destination = '' } = process.env;
const refPayoutId = 'payout-elsewhere';`;

/** A server around the program for webhooks. */
const SERVER = `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { POST } from './webhooks.js';
const server = createServer(async (request, response) => {
  const headers = new Headers(request.headers as Record<string, string>);
  const answer = await POST(new Request('http://elsewhere.test', { method: 'POST', headers, body: await buffer(request) }));
  response.writeHead(answer.status).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));`;

/** A program in a function: CommonJS has no `await` outside of one. */
function inFunction(program: string): string {
  const [imports = '', ...rest] = program.trim().split('\n');
  return `${imports}\n${PAYMENT}\nasync function main() {\n${rest.join('\n')}\n}\nvoid main();`;
}

/** What a compiler says about the client's types. */
const TYPED = `import { createProviderClient, type CallError, type WebhookEvent } from '@jeongsan/provider-client';
const client = createProviderClient({ baseUrl: 'http://localhost', secretKey: 'test_sk_1' });
const payment = () => client.getPayment({ params: { paymentKey: 'p' } });
export const amount = (): Promise<bigint> => payment().then((p) => p.totalAmount);
export const outcome = (error: CallError): 'rejected' | 'unknown' => error.outcome;
export const paid = (event: WebhookEvent): string | undefined =>
  event.eventType === 'PAYMENT_STATUS_CHANGED' ? event.data.paymentKey : undefined;
// @ts-expect-error money is no number
export const wrong = (): Promise<number> => payment().then((p) => p.totalAmount);`;

const environment = () => ({
  BASE_URL: sandbox.baseUrl,
  SECRET_KEY: sandbox.secretKey,
  SECURITY_KEY: sandbox.securityKey,
});

async function boughtBy(orderId: string): Promise<Record<string, string>> {
  const sale = { method: '카드', amount: 5_000n, orderId, orderName: '사과' } as const;
  const { paymentKey } = await sandbox.control.payAsBuyer({ body: sale });
  return { ...environment(), PAYMENT_KEY: paymentKey, ORDER_ID: orderId };
}

jest.setTimeout(PROGRAM_MS_MAX);

describe('the packed client in an ES module', () => {
  test('the programs for payments and payouts have five lines', () => {
    for (const program of [readme.payments, readme.payouts]) expect(program.trim().split('\n')).toHaveLength(5);
  });

  test('confirms a payment, then lists it', async () => {
    expect(await elsewhere.run('esm/payments', await boughtBy('order-esm'))).toMatch(/^DONE \d{4}-\d\d-\d\dT/);
    await elsewhere.run('esm/list', environment());
  });

  test('reports a refusal with its trace id', async () => {
    const shown = await elsewhere.run('esm/failure', { ...environment(), PAYMENT_KEY: 'unknown' });
    expect(shown).toMatch(/^rejected NOT_FOUND_PAYMENT \w+/);
  });

  test('requests a payout and lists it', async () => {
    const account = { bankCode: '088', accountNumber: '11012345678901' };
    const seller = { refSellerId: 'seller-esm', account, isApproved: true };
    const destination = await registerSeller(sandbox, seller);
    await sandbox.control.changeSettings({ body: { payoutLagBusinessDays: 0 } });
    await buyerPays(sandbox, { orderId: 'order-funds', amount: 100_000n });
    const stdout = await elsewhere.run('esm/payouts', { ...environment(), DESTINATION: destination });
    // The bank takes an EXPRESS payout at once, before or after the listing.
    expect(stdout).toMatch(/^payout-elsewhere (REQUESTED|IN_PROGRESS|COMPLETED)\n$/);
  });

  test('tells a signed webhook from an unsigned one, and answers both with 200', async () => {
    // The time of sending is the sandbox's, and a signed webhook of March would be too old.
    const today = new Date().toISOString().slice(0, 10);
    await sandbox.control.setClock({ body: { now: new Date(`${today}T12:00:00+09:00`), mode: 'frozen' } });
    const { lines, stop } = elsewhere.start('esm/server', environment());
    try {
      const { value: port } = (await lines.next()) as { value: string };
      const events = ['PAYMENT_STATUS_CHANGED', 'seller.changed'] as const;
      await sandbox.control.registerWebhook({ body: { url: `http://127.0.0.1:${port}/`, events: [...events] } });
      await buyerPays(sandbox, { orderId: 'order-webhook', amount: 1_000n });
      expect((await lines.next()).value).toBe('unsigned PAYMENT_STATUS_CHANGED');
      const account = { bankCode: '088', accountNumber: '11012345678902' };
      await registerSeller(sandbox, { refSellerId: 'seller-hook', account, isApproved: true });
      expect((await lines.next()).value).toBe('genuine seller.changed');
    } finally {
      stop();
    }
  });
});

test('the packed client in CommonJS confirms a payment', async () => {
  expect(await elsewhere.run('cjs/payments', await boughtBy('order-cjs'))).toMatch(/^DONE \d{4}-\d\d-\d\dT/);
});
