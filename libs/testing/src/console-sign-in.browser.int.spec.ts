import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { originSettings } from '@jeongsan/platform-contract';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { startService } from './testing/service-process.js';
import { testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';

const STARTING_MS_MAX = 120_000;
jest.setTimeout(STARTING_MS_MAX);
const ISSUER = 'jeongsan-local';
const AUDIENCE = 'jeongsan';

let database: TestDatabase;
let redis: TestRedis;
let folder: string;
let browser: Browser;
let origin: string;
const apps: App[] = [];

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-sign-in-'));
  const doorPort = await freePort();
  origin = `http://localhost:${doorPort}`;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const scheduler = await startService('payout-scheduler', folder, {
    ROLE: 'http',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    API_KEYS: '[]',
    DATA_KEYS: randomBytes(32).toString('hex'),
    SELLER_SESSION_KEY: randomBytes(32).toString('hex'),
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk_signin01',
    PROVIDER_SECURITY_KEYS: randomBytes(32).toString('hex'),
    OPERATOR_JWKS: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA', kid: 'local' }] }),
    OPERATOR_ISSUER: ISSUER,
    OPERATOR_AUDIENCE: AUDIENCE,
  });
  apps.push(scheduler);
  const client = {
    CONSOLE_ORIGIN: origin,
    CONSOLE_CLIENT_ID: 'console',
    CONSOLE_CLIENT_SECRET: randomBytes(16).toString('hex'),
  };
  const root = join(__dirname, '../../..');
  const start = async (name: string, entry: string, port: number, env: Record<string, string>): Promise<App> => {
    const app = await startApp({ name, entry: join(root, entry), port, env, logFile: join(folder, `${name}.log`) });
    apps.push(app);
    return app;
  };
  const issuer = await start('local-issuer', 'tools/local-issuer/dist/main.js', await freePort(), {
    ...client,
    OPERATOR_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    OPERATOR_ISSUER: ISSUER,
    OPERATOR_AUDIENCE: AUDIENCE,
  });
  await start('front-door', 'apps/front-door/dist/bundle/main.js', doorPort, {
    ...originSettings(() => scheduler.url),
    ...client,
    CONSOLE_ISSUER: issuer.url,
    SESSION_REDIS_URL: redis.url,
    CONSOLE_FILES: folder,
    SESSION_KEY: randomBytes(32).toString('hex'),
  });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>console</title>');
  browser = await launchBrowser();
}, STARTING_MS_MAX);
afterAll(async () => {
  await browser?.close();
  for (const app of apps.toReversed()) await app.stop();
  await database?.drop();
  await redis?.close();
  await rm(folder, { recursive: true, force: true });
});

type Me = Readonly<{ actor: string; roles: string[]; signedIn: { at: string; secondsAgo: number } | null }>;
const me = (page: Page): Promise<Me> => page.evaluate(async () => (await (await fetch('/api/v1/me')).json()) as Me);

async function chosen(page: Page, who: string, query: string): Promise<void> {
  await page.goto(`${origin}/console/sign-in${query}`);
  await page.locator(`button[value=${who}]`).click();
  await page.waitForURL((url) => url.origin === origin && url.pathname === '/console/runs');
}

test('a service knows who signed in, and sees a fresh sign-in as a later one', async () => {
  const page = await browser.newPage();
  await chosen(page, 'approver2', '?return=/console/runs');
  const before = await me(page);
  expect(before).toMatchObject({ actor: 'person:approver2', roles: ['approver'] });
  const at = Date.parse(before.signedIn?.at ?? '');
  // Issuers say whole seconds.
  while (Date.now() < at + 2_000) await page.waitForTimeout(50);
  await chosen(page, 'approver2', '?return=/console/runs&fresh=true');
  expect(Date.parse((await me(page)).signedIn?.at ?? '')).toBeGreaterThan(at);
});
