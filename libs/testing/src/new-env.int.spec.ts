import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';

const START_TIMEOUT_MS = 60_000;
const root = join(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-new-env-'));
const file = join(folder, '.env');
const node = (script: string, ...parameters: string[]): string =>
  execFileSync(process.execPath, [join(root, 'deploy', script), ...parameters], { encoding: 'utf8' }).trim();

let database: TestDatabase;
let redis: TestRedis;
let app: App;
let marketKey: string;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  marketKey = /test_sk_\w+/.exec(node('new-env.mjs', file))?.[0] ?? '';
  const env = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
  app = await startApp({
    name: 'webhook-ingestor',
    entry: join(root, 'apps/webhook-ingestor/dist/bundle/main.js'),
    port: await freePort(),
    logFile: join(folder, 'log'),
    env: { ...env, NODE_ENV: 'development', DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' },
  });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await app.stop();
  await redis.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const backlogStatus = async (credential: string): Promise<number> => {
  const headers = { authorization: `Bearer ${credential}` };
  const reply = await fetch(`${app.url}/operations/backlog`, { headers });
  await reply.text();
  return reply.status;
};

test('a service starts on a fresh .env, knows the key that was shown, and takes the tokens that are made with it', async () => {
  expect(await backlogStatus(marketKey)).toBe(403);
  expect(await backlogStatus(node('operator-token.mjs', 'kim', 'approver', file))).toBe(200);
});

test('another .env opens nothing of it', async () => {
  const other = join(folder, 'other.env');
  const otherKey = /test_sk_\w+/.exec(node('new-env.mjs', other))?.[0] ?? '';
  expect(await backlogStatus(otherKey)).toBe(401);
  expect(await backlogStatus(node('operator-token.mjs', 'kim', 'approver', other))).toBe(401);
});
