import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { App } from '@jeongsan/child-processes';
import { originSettings } from '@jeongsan/platform-contract';
import { testDatabase, type TestDatabase, testRedis, type TestRedis } from './index.js';
import { startService } from './testing/service-process.js';
import { type Elsewhere, installElsewhere, packLibrary } from './testing/elsewhere.js';

const root = resolve(__dirname, '../../..');
const PACKING_MS_MAX = 180_000;
const PROGRAM_MS_MAX = 60_000;
const UNKNOWN = '018f0e5a-0000-7000-8000-000000000001';
const NODE_TYPES = ['@types/node', 'undici-types'];
/** A project for browsers: nothing of Node has a type. */
const BROWSER = { lib: ['es2023', 'dom', 'dom.iterable'], types: [] };

let folder: string;
let database: TestDatabase;
let redis: TestRedis;
let ingestor: App;
let door: App;
let marketKey: string;
let elsewhere: Elsewhere;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-own-client-'));
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await startPlatform();
  const { calls, list, progress, failure, webhooks } = await readReadme();
  const packed = await packLibrary(
    'client',
    ['zod', '@hyunbinseo/holidays-kr', 'eventsource-parser', ...NODE_TYPES],
    folder,
  );
  elsewhere = await installElsewhere(folder, packed);
  const programs = {
    'esm/typed': TYPED,
    'esm/calls': `${SETTINGS}\n${calls}\n${list}`,
    'esm/progress': `${SETTINGS}\n${CLIENT}\n${progress}`,
    'esm/failure': `${SETTINGS}\n${CLIENT}\n${failure}`,
    'esm/webhooks': `${SECRET}\n${webhooks}`,
    'esm/away': `${SETTINGS}\n${CLIENT}\n${AWAY}`,
  };
  await elsewhere.compile(programs, BROWSER);
  await elsewhere.compile({ 'esm/server': SERVER }, { types: ['node'] });
  await writeFile(join(folder, 'refuse.mjs'), REFUSE_BUILTINS);
  await writeFile(join(folder, 'as-browser.mjs'), AS_BROWSER);
}, PACKING_MS_MAX);
afterAll(async () => {
  await door?.stop();
  await ingestor?.stop();
  await redis.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The front door over the ingestor. The other services are away. */
async function startPlatform(): Promise<void> {
  const file = join(folder, '.env');
  const shown = execFileSync(process.execPath, [join(root, 'deploy/new-env.mjs'), file], { encoding: 'utf8' });
  marketKey = /test_sk_\w+/.exec(shown)?.[0] ?? '';
  ingestor = await startService('webhook-ingestor', folder, {
    ...(parseEnv(await readFile(file, 'utf8')) as Record<string, string>),
    ...{ LOG_LEVEL: 'warn', DATABASE_URL: database.url, REDIS_URL: redis.url },
    ALLOW_INSECURE_TARGETS: 'true',
  });
  const away = 'http://127.0.0.1:9';
  door = await startService('front-door', folder, {
    ...originSettings(() => away),
    INGESTOR_URL: ingestor.url,
  });
}

/** The programs of the README, in its order. */
async function readReadme() {
  const text = await readFile(join(root, 'libs/client/README.md'), 'utf8');
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const [calls, list, progress, failure, webhooks, ...others] = blocks;
  if (!calls || !list || !progress || !failure || !webhooks) throw new Error('The README has fewer programs');
  expect(others).toEqual([]);
  return { calls, list, progress, failure, webhooks };
}

/** The names that the programs assume. */
const SETTINGS = `declare const process: { env: Record<string, string | undefined> };
const { BASE_URL: baseUrl = '', KEY: credential = '', HOOK_URL: url = '' } = process.env;
const { ENDPOINT: endpointId = '', RUN: runId = '' } = process.env;`;
const SECRET = `declare const process: { env: Record<string, string | undefined> };
const { SECRET: secret = '' } = process.env;`;
const CLIENT = `import { createJeongsanClient } from '@jeongsan/client';
const jeongsan = createJeongsanClient({ baseUrl, credential });`;

const AWAY = `await jeongsan.listPayoutViews().catch((error: unknown) => console.log(String(error)));`;

/** A server around the program for events. It waits for the secret, since the first event can come before the spec knows it. */
const SERVER = `import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
const server = createServer(async (request, response) => {
  const headers = new Headers(request.headers as Record<string, string>);
  const body = await buffer(request);
  while (!existsSync('secret')) await setTimeout(20);
  process.env['SECRET'] = readFileSync('secret', 'utf8');
  const { POST } = await import('./webhooks.js');
  const answer = await POST(new Request('http://elsewhere.test', { method: 'POST', headers, body }));
  response.writeHead(answer.status).end();
  if (!answer.ok) console.log(await answer.text());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));`;

/** What a compiler says about the client's types. */
const TYPED = `import { createJeongsanClient, type JeongsanEvent, type OperationInput } from '@jeongsan/client';
const jeongsan = createJeongsanClient({ baseUrl: 'http://localhost', credential: () => Promise.resolve('token') });
export async function paid(sellerId: string): Promise<bigint> {
  let sum = 0n;
  for await (const payout of jeongsan.all.listPayoutViews({ query: { sellerId } })) sum += payout.amount;
  return sum;
}
export const seller = (event: JeongsanEvent): string | undefined =>
  event.eventType === 'payout.changed' ? event.data.sellerId : undefined;
export const order = (body: OperationInput<'createOrder'>['body']) => jeongsan.createOrder({ body });
export async function file(statementId: string): Promise<[string, AsyncIterable<Uint8Array>]> {
  const document = await jeongsan.getStatementDocument({ params: { statementId }, query: { format: 'pdf', lang: 'en' } });
  return [document.fileName, document.bytes];
}
// @ts-expect-error money is no number
export const wrong: Promise<number> = paid('acme');
// @ts-expect-error a misspelt filter
void jeongsan.listPayoutViews({ query: { sellerID: 'acme' } });
// @ts-expect-error a misspelt option
void jeongsan.listPayoutViews({}, { timeout: 1 });`;

/** Resolves nothing of Node for the packages, as a bundler for browsers does. */
const REFUSE_BUILTINS = `import { isBuiltin } from 'node:module';
export async function resolve(specifier, context, next) {
  if (isBuiltin(specifier)) throw new Error(\`\${context.parentURL} imports \${specifier}\`);
  return next(specifier, context);
}`;
const AS_BROWSER = `import { register } from 'node:module';
register('./refuse.mjs', import.meta.url);`;
/** Neither modules of Node nor text that becomes code, which content security policies forbid. */
const asBrowser = ['--import', './as-browser.mjs', '--disallow-code-generation-from-strings'];

const environment = (more: Record<string, string> = {}) => ({ BASE_URL: door.url, KEY: marketKey, ...more });

jest.setTimeout(PROGRAM_MS_MAX);

test('the programs of the README register an address and verify the event that comes to it, without anything of Node', async () => {
  const server = elsewhere.start('esm/server', {});
  try {
    const { value: port } = (await server.lines.next()) as { value: string };
    const hook = { HOOK_URL: `http://127.0.0.1:${port}/events` };
    const shown = await elsewhere.run('esm/calls', environment(hook), asBrowser);
    const [, endpointId = '', secret = '', eventId = ''] =
      /^(\S+) (whsec_\S+) (\S+)\nwebhook\.test (?:pending|delivered)\n$/.exec(shown) ?? [];
    await writeFile(join(folder, 'secret'), secret);
    expect((await server.lines.next()).value).toBe(`${eventId} ${endpointId}`);
  } finally {
    server.stop();
  }
});

test('refusals come with their trace id, and a service that is away leaves the outcome unknown', async () => {
  const unknown = environment({ ENDPOINT: UNKNOWN });
  const refused = await elsewhere.run('esm/failure', unknown, asBrowser);
  expect(refused).toMatch(/^rejected WEBHOOK_ENDPOINT_NOT_FOUND \w+\n$/);
  const keyless = await elsewhere.run('esm/failure', { ...unknown, KEY: 'another' }, asBrowser);
  expect(keyless).toMatch(/^rejected UNAUTHENTICATED \w+\n$/);
  const away = await elsewhere.run('esm/away', environment(), asBrowser);
  expect(away).toBe('CallError: unknown: UNAVAILABLE (HTTP 503)\n');
  const progress = elsewhere.run('esm/progress', environment({ RUN: UNKNOWN }), asBrowser);
  await expect(progress).rejects.toThrow('CallError: unknown: UNAVAILABLE (HTTP 503)');
});

test('a module of Node in what the entry reaches is seen', async () => {
  await writeFile(join(folder, 'esm/node.js'), "import 'node:http';");
  await expect(elsewhere.run('esm/node', {}, asBrowser)).rejects.toThrow('imports node:http');
});
