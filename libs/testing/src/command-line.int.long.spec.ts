import { createHash } from 'node:crypto';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { App } from '@jeongsan/child-processes';
import { originSettings } from '@jeongsan/platform-contract';
import { startService } from './testing/service-process.js';
import { booksAreSound, sellersHave, testDatabase, type TestDatabase, testRedis, type TestRedis } from './index.js';

const root = resolve(__dirname, '../../..');
const program = join(root, 'tools/cli/dist/bundle/main.js');
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

jest.setTimeout(STARTING_MS_MAX);

const halt = ['dispatch', 'halt', '--reason', 'the bank is down'];
const confirm = ['api', 'POST', `/account-changes/${UNKNOWN}/confirm`, '--data', '-', '--yes'];

// prettier-ignore
test.each<[string, readonly string[], How, number, RegExp]>([
  ['an answer',                       ['me'],                          {},                       0, /^$/],
  ['a wrong option',                  ['order', 'list', '--nope'],     {},                       2, /--nope\nHelp: jeongsan order list --help\n$/],
  ['no terminal, and no --yes',       halt,                            {},                       2, /NOT_CONFIRMED/],
  ['a refusal by a rule',             ['order', 'get', 'ORDER-17'],    {},                       3, /ORDER_NOT_FOUND/],
  ['a key that is not known',         ['me'],                          { key: 'another-key' },   4, /UNAUTHENTICATED.*\nUse another key/],
  ['no key',                          ['me'],                          { key: '' },              4, /NO_KEY/],
  ['a key that may not',              [...halt, '--yes'],              { key: keys.market },     4, /FORBIDDEN.*\nWhat this key may do/],
  ['a service away while reading',    ['seller', 'list'],              {},                       1, /UNAVAILABLE.*\nLook for the cause/],
  ['a service away while deciding',   confirm,                         { input: '{"reason":"seen"}' }, 5, /UNAVAILABLE.*\nThe outcome is unknown.*--idempotency-key/],
  ['a service that is down',          ['doctor'],                      {},                       6, /^$/],
])('a process that meets %s ends with its exit code, and says the key nowhere', async (_, args, how, exit, said) => {
  const ended = await run(args, how);
  expect(ended).toMatchObject({ exit, err: expect.stringMatching(said) as string });
  for (const key of [...Object.values(keys), 'another-key']) expect(ended.out + ended.err).not.toContain(key);
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
