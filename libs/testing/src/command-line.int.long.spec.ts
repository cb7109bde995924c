import { createHash } from 'node:crypto';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { App } from '@jeongsan/child-processes';
import { originSettings } from '@jeongsan/platform-contract';
import { isGoldenUpdate } from './env.js';
import { startService } from './testing/service-process.js';
import { booksAreSound, sellersHave, testDatabase, type TestDatabase, testRedis, type TestRedis } from './index.js';

const root = resolve(__dirname, '../../..');
const program = join(root, 'tools/cli/dist/main.js');
const golden = join(root, 'tools/cli/golden/transcript.txt');
const STARTING_MS_MAX = 120_000;
const keys = { admin: 'test-key-of-an-admin', market: 'test-key-of-the-market' };
const UNKNOWN = '018f0e5a-0000-7000-8000-000000000001';

let folder: string;
let database: TestDatabase;
let redis: TestRedis;
let apps: readonly App[] = [];
let door: App;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-command-line-'));
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await sellersHave(database.db, [
    ['acme', 10_000n],
    ['bolt', 25_000n],
  ]);
  await startPlatform();
}, STARTING_MS_MAX);
afterAll(async () => {
  await door?.stop();
  await Promise.all(apps.map((app) => app.stop()));
  await booksAreSound(database.db);
  await redis.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The front door over four services. The onboarding is away. */
async function startPlatform(): Promise<void> {
  const file = join(folder, '.env');
  execFileSync(process.execPath, [join(root, 'deploy/new-env.mjs'), file]);
  const settings = parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
  const API_KEYS = JSON.stringify(
    Object.entries(keys).map(([role, key]) => ({
      ...{ id: role, roles: [role], sha256: createHash('sha256').update(key).digest('hex') },
    })),
  );
  const away = 'http://127.0.0.1:9';
  const shared = {
    ...settings,
    LOG_LEVEL: 'warn',
    API_KEYS,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    PROVIDER_BASE_URL: away,
  };
  apps = await Promise.all([
    startService('payments-gateway', folder, shared),
    startService('settlement-reconciler', folder, shared),
    startService('payout-scheduler', folder, shared),
    startService('webhook-ingestor', folder, { ...shared, ALLOW_INSECURE_TARGETS: 'true' }),
  ]);
  const origins = new Map(apps.map(({ name, url }) => [name, url]));
  door = await startService(
    'front-door',
    folder,
    originSettings((service) => origins.get(service) ?? away),
  );
}

type Ended = Readonly<{ exit: number; out: string; err: string }>;
type How = Readonly<{ key?: string; url?: string; input?: string }>;

/** Runs the program in a process of its own, whose whole environment is given. */
function run(args: readonly string[], { key = keys.admin, url = door.url, input }: How = {}): Promise<Ended> {
  const env = { JEONGSAN_URL: url, JEONGSAN_KEY: key, JEONGSAN_CONFIG_DIR: folder, LANG: 'C' };
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      const exit = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      done({ exit, out, err });
    });
    child.stdin?.end(input);
  });
}

/** What differs from run to run, under the same names each time. */
const steadied = (text: string): string =>
  text
    // CSV ends its lines with both characters; editors and git do not keep them in a text file.
    .replaceAll('\r\n', '\n')
    .replaceAll(door.url, 'http://door')
    .replaceAll(UNKNOWN, 'UNKNOWN-ID')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-0000-0000-000000000000')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_SECRET')
    .replaceAll(/(trace |"traceId":")\w+/g, '$1TRACE')
    .replaceAll(/clock  +ok  +-?\d+ s/g, 'clock  ok  0 s');

const endpoint = JSON.stringify({ url: 'http://127.0.0.1:9/events', eventTypes: ['payout.changed'] });

// prettier-ignore
/** The transcript: each command, the key it is run with, and what stands on stdin. */
const session: readonly (readonly [args: readonly string[], how?: How])[] = [
  [['me']],
  [['me', '-o', 'json'], { key: keys.market }],
  [['doctor']],
  [['order', 'list', '--state', 'approved']],
  [['order', 'list', '-o', 'csv']],
  [['order', 'get', 'ORDER-1']],
  [['order', 'get', 'ORDER-1', '--lang', 'ko', '-o', 'json']],
  [['search', 'acme']],
  [['ledger', 'postings', '--limit', '2']],
  [['ledger', 'trial-balance']],
  [['ledger', 'balance', 'seller:acme:payable']],
  [['ledger', 'balance', 'seller:acme:payable', '-o', 'csv']],
  [['ledger', 'balance', 'seller:acme:payable', '-o', 'ndjson']],
  [['ledger', 'verify', '-o', 'json']],
  [['ledger', 'verify'], { key: keys.market }],
  [['break', 'list', '--open', 'true']],
  [['break', 'show', UNKNOWN]],
  [['break', 'explain', UNKNOWN, '--reason', 'ROUNDING', '--yes']],
  [['proof', 'list', '-o', 'ndjson']],
  [['recon', 'show', '2026-05-04']],
  [['jobs', 'dead', 'settlement-reconciler']],
  [['jobs', 'revive', 'settlement-reconciler', '17', '--yes']],
  [['api', 'POST', '/webhook-endpoints', '--data', '-', '--dry-run'], { input: endpoint }],
  [['api', 'POST', '/webhook-endpoints', '--data', '-', '--yes'], { input: endpoint }],
  [['webhooks', 'endpoints']],
  [['webhooks', 'inbox']],
  [['dispatch', 'status']],
  [['dispatch', 'halt', '--reason', 'the bank is down']],
  [['dispatch', 'halt', '--reason', 'the bank is down', '--yes']],
  [['dispatch', 'resume', '--reason', 'the bank is back', '--yes']],
  [['dispatch', 'halt', '--reason', 'the bank is down', '--yes'], { key: keys.market }],
  [['run', 'list']],
  [['run', 'approve', UNKNOWN, '--content-hash', 'a'.repeat(64), '--yes']],
  [['payout', 'list', '--state', 'failed', '-o', 'csv']],
  [['cash', '--days', '2', '-o', 'table', '--lang', 'ko', '--dry-run']],
  [['seller', 'list']],
  [['api', 'POST', `/account-changes/${UNKNOWN}/confirm`, '--data', '{"reason":"seen"}', '--yes']],
  [['me'], { key: 'another-key' }],
  [['me'], { key: '' }],
  [['order', 'list', '--nope']],
];

jest.setTimeout(STARTING_MS_MAX);

test('a session on real services is what was reviewed (UPDATE_GOLDEN=1 rewrites the file)', async () => {
  const shown: string[] = [];
  for (const [args, how] of session) {
    const { exit, out, err } = await run(args, how);
    for (const key of [...Object.values(keys), 'another-key']) expect(out + err).not.toContain(key);
    const command = args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)).join(' ');
    const remarks = err === '' ? '' : `--- stderr\n${err}`;
    shown.push(steadied(`$ jeongsan ${command}\n${out}${remarks}--- exit ${exit}\n`));
  }
  if (isGoldenUpdate()) await writeFile(golden, shown.join('\n'));
  expect(shown.join('\n')).toBe(await readFile(golden, 'utf8'));
});

test('--all reads every page, and gives the items of all pages in each form', async () => {
  const [all, one] = await Promise.all([
    run(['ledger', 'postings', '--all', '-o', 'ndjson']),
    run(['ledger', 'postings', '--limit', '1', '-o', 'json']),
  ]);
  const items = all.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  expect(items).toHaveLength(4);
  const first = JSON.parse(one.out) as { items: { id: string }[]; nextCursor: string };
  expect(first.items.map(({ id }) => id)).toEqual([items[0]?.id]);
  const next = await run(['ledger', 'postings', '--limit', '1', '--after', first.nextCursor, '-o', 'json']);
  expect((JSON.parse(next.out) as typeof first).items.map(({ id }) => id)).toEqual([items[1]?.id]);
});

test('a key of login is used by later commands, and a ledger that is not sound ends with 6', async () => {
  expect(await run(['login'], { key: '', input: keys.admin })).toMatchObject({ exit: 0, out: '' });
  expect((await run(['ledger', 'verify'], { key: '' })).exit).toBe(0);
  await database.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(`update ledger.account set balance = balance + 1 where code = 'seller:acme:payable'`);
  });
  const { exit, out } = await run(['ledger', 'verify'], { key: '' });
  await database.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(`update ledger.account set balance = balance - 1 where code = 'seller:acme:payable'`);
  });
  expect(out).toContain('seller:acme:payable');
  expect(exit).toBe(6);
});
