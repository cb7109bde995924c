import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSecretSetting } from '@jeongsan/settings';
import { appNames, appSchemas, programSecrets } from './testing/settings-of-apps.js';

const root = join(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-secret-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hex = (): string => randomBytes(32).toString('hex');
const key = { id: 'market', sha256: hex(), roles: ['market'] };
const account = {
  mId: 'billing1',
  secretKey: 'test_sk_of_another_account',
  securityKeys: [hex()],
  purposes: ['billing'],
};

/** A value of each secret that its app takes. */
const secrets: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@postgres/jeongsan',
  REDIS_URL: 'redis://:password@redis:6379',
  SESSION_REDIS_URL: 'redis://:password@redis:6379/1',
  MAIL_URL: 'smtps://user:password@mail:465',
  API_KEYS: JSON.stringify([key]),
  DATA_KEYS: hex(),
  FINGERPRINT_KEY: hex(),
  PROOF_SIGNING_KEY: hex(),
  SELLER_SESSION_KEY: hex(),
  SESSION_KEY: hex(),
  CONSOLE_CLIENT_SECRET: hex(),
  PROVIDER_SECRET_KEY: 'test_sk_of_the_main_account',
  PROVIDER_SECURITY_KEYS: hex(),
  PROVIDER_ACCOUNTS: JSON.stringify([account]),
  WEBHOOK_PATH_SECRET: hex(),
  SECRET_KEYS: 'test_sk_accepted0by0the0sandbox',
  SECURITY_KEYS: hex(),
};
/** What is needed besides, by some of the apps. */
const others = {
  PORT: '3000',
  PROVIDER_BASE_URL: 'https://provider.example',
  MAIL_FROM: 'settlement@market.example',
  CONSOLE_ORIGIN: 'http://localhost:3000',
  CONSOLE_ISSUER: 'http://localhost:4000',
  CONSOLE_CLIENT_ID: 'console',
  ...Object.fromEntries(
    ['GATEWAY', 'INGESTOR', 'RECONCILER', 'SCHEDULER', 'ONBOARDING'].map((name) => [
      `${name}_URL`,
      'http://service:3000',
    ]),
  ),
};

type Case = Readonly<{ app: string; env: Readonly<Record<string, string>> }>;

/** What each case's app says: its settings as text, or the message with which it refuses them. */
function starts(cases: readonly Case[]): string[] {
  const input = `
    const { parseEnv } = await import('@jeongsan/nest-kit');
    const { inspect } = await import('node:util');
    const schemas = {};
    for (const app of ${JSON.stringify(appNames)})
      schemas[app] = (await import(${JSON.stringify(pathToFileURL(join(root, 'apps')).href)} + '/' + app + '/dist/env.js')).Env;
    const start = ({ app, env }) => {
      try { return inspect(parseEnv(schemas[app], env), { depth: 9 }); } catch (error) { return error.message; }
    };
    console.log(JSON.stringify(${JSON.stringify(cases)}.map(start)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    ...{ cwd: root, encoding: 'utf8', input },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

const fileOf = (name: string, content: string): string => {
  const path = join(folder, `${name}-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, content);
  return path;
};
const asFiles = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`${name}_FILE`, fileOf(name, `${value}\n`)]));
const each = appNames.flatMap((app) => {
  const { needed, optional } = programSecrets(app);
  return [...needed, ...optional].map((name) => ({ app, name }));
});

test('each app starts the same with every secret in a file as with every secret in its environment', () => {
  const [byFiles, byValues] = [asFiles(secrets), secrets].map((given) =>
    starts(appNames.map((app) => ({ app, env: { ...others, ...given } }))),
  );
  expect(byFiles).toEqual(byValues);
  for (const said of byValues ?? []) expect(said).not.toContain('does not fit');
  expect(new Set(each.map(({ name }) => name))).toEqual(new Set(Object.keys(secrets)));
});

test('each secret of each app is refused in both forms, and nothing of a file that does not fit is repeated', () => {
  const canary = 'canary<nothing of this fits>';
  const twice = each.map(({ app, name }) => ({
    app,
    env: { ...others, ...secrets, ...asFiles({ [name]: secrets[name] ?? '' }) },
  }));
  const unfit = each.map(({ app, name }) => {
    const { [name]: _, ...rest } = secrets;
    return { app, env: { ...others, ...rest, ...asFiles({ [name]: canary }) } };
  });
  const said = [starts(twice), starts(unfit)] as const;
  for (const [index, { app, name }] of each.entries()) {
    const both = `The environment does not fit:\n  ${name}_FILE: ${name} is set as well; give one of the two`;
    expect({ app, said: said[0][index] }).toEqual({ app, said: expect.stringContaining(both) as string });
    expect({ app, said: said[1][index] }).toEqual({ app, said: expect.stringMatching(`${name}: `) as string });
    expect(said[1][index]).not.toContain('canary');
  }
});

/** Settings with such a name that are no secrets. */
const open: readonly string[] = [];

test('each setting that looks like a secret is listed as one', () => {
  const looksSecret = /(SECRET|PASSWORD|PASSWD|TOKEN|KEYS?|ACCOUNTS|DATABASE_URL|REDIS_URL|MAIL_URL|CREDENTIALS?)$/;
  const names = [...new Set(Object.values(appSchemas).flatMap((schema) => schema.names))];
  const unlisted = names.filter((name) => looksSecret.test(name) && !isSecretSetting(name) && !open.includes(name));
  expect(unlisted).toEqual([]);
});
