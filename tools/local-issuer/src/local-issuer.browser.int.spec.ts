import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright, type Page } from 'playwright-core';
import { people } from './people.js';

const STARTING_MS_MAX = 120_000;
jest.setTimeout(STARTING_MS_MAX);

const entry = join(__dirname, '../dist/main.js');
const CLIENT = 'http://localhost:14998';
const settings = {
  CONSOLE_ORIGIN: CLIENT,
  CONSOLE_CLIENT_ID: 'console',
  CONSOLE_CLIENT_SECRET: 'a-secret-of-32-characters-or-more',
  OPERATOR_AUDIENCE: 'jeongsan',
  OPERATOR_ISSUER: 'jeongsan-local',
  OPERATOR_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
};

let folder: string;
let issuer: App;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-issuer-'));
  const logFile = join(folder, 'issuer.log');
  issuer = await startApp({ name: 'local-issuer', entry, env: settings, port: await freePort(), logFile });
  const executablePath = await chromium.executablePath();
  browser = await playwright.launch({ executablePath, args: chromium.args, headless: true });
}, STARTING_MS_MAX);
afterAll(async () => {
  await browser?.close();
  await issuer?.stop();
  await rm(folder, { recursive: true, force: true });
});

const choice = (more = ''): string =>
  `${issuer.url}/auth?client_id=console&response_type=code&scope=openid&state=s&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(`${CLIENT}/console/signed-in`)}${more}`;

type Axe = Readonly<{ axe: { run: () => Promise<{ violations: { id: string }[] }> } }>;

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(__filename).resolve('axe-core'), 'utf8'));
  const found = await page.evaluate(() => (globalThis as unknown as Axe).axe.run());
  return found.violations.map(({ id }) => id);
}

test('production is refused, and a missing setting named', () => {
  const started = (env: Record<string, string>) =>
    spawnSync(process.execPath, [entry], { env: { PORT: '1', ...env }, encoding: 'utf8', timeout: 30_000 });
  const production = started({ ...settings, NODE_ENV: 'production' });
  expect({ code: production.status, said: production.stderr }).toEqual({
    code: 78,
    said: 'The local issuer asks for no password: it is refused with NODE_ENV=production\n',
  });
  expect(started({ ...settings, OPERATOR_KEY: '' })).toMatchObject({
    status: 78,
    stderr: 'OPERATOR_KEY: is missing\n',
  });
});

test.each(['light', 'dark'] as const)(
  'the choice of people has a button for each, and no fault of axe in %s',
  async (colorScheme) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 800 } });
    await page.goto(choice());
    const buttons = await page.getByRole('button').all();
    expect(await Promise.all(buttons.map((button) => button.getAttribute('value')))).toEqual(Object.keys(people));
    expect(await page.locator('body').innerText()).toContain('Local only');
    expect(await violations(page)).toEqual([]);
  },
);

test('the log says nothing of the library', async () => {
  expect(await readFile(join(folder, 'issuer.log'), 'utf8')).toBe('');
});

test.each([
  ['an address that is not registered', '&redirect_uri=https://evil.example'],
  ['another client', '&client_id=other'],
])('%s is shown an error, not sent anywhere', async (_, more) => {
  const answer = await fetch(
    choice().replace(/&?(client_id|redirect_uri)=[^&]*/g, (all, name: string) => (more.includes(name) ? '' : all)) +
      more,
    { redirect: 'manual' },
  );
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain('evil');
});

test('a page that is too old, and a person that there is not, are told so', async () => {
  const form = { method: 'POST', body: 'person=nobody' };
  expect((await fetch(`${issuer.url}/interaction/unknown`)).status).toBe(400);
  expect((await fetch(`${issuer.url}/interaction/unknown`, form)).status).toBe(400);
});
