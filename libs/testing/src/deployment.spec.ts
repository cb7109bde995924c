import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { databaseServices as services, setUpScript } from '@jeongsan/database';
import { parse } from 'yaml';
import { isGoldenUpdate } from './env.js';

const root = join(__dirname, '../../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const envFile = (content: string): Record<string, string> => parseEnv(content) as Record<string, string>;

const apps = [...services, 'front-door', 'provider-sandbox'] as const;
type App = (typeof apps)[number];
const isService = (app: App): boolean => (services as readonly App[]).includes(app);

type Hardening = {
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  image?: string;
};
type Service = Hardening & {
  environment?: Record<string, string | number>;
  build?: { dockerfile: string };
  profiles?: string[];
  depends_on?: Record<string, object>;
};
const composeFile = (path: string) =>
  (parse(text(path), { merge: true }) as { services: Record<string, Service> }).services;
const production = composeFile('docker-compose.yml');
const trial = composeFile('deploy/trial.yml');

/**
 * The environment that compose gives to an app, with the trial's file over the production file, as `docker compose -f A -f B`
 * does.
 */
const given = (app: App, files: readonly Record<string, Service>[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap((file) => Object.entries(file[app]?.environment ?? {}).map(([name, value]) => [name, String(value)])),
  );

/** Compose's substitution: `${NAME:?}` must be set, `${NAME:-default}` need not be. */
const filledIn = (value: string, env: Record<string, string>): string =>
  value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) => {
    if (kind === '?' && !env[name]) throw new Error(`${name} is not set`);
    return env[name] || otherwise;
  });

const ask = <T>(code: string): T =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-'], { cwd: root, encoding: 'utf8', input: code }),
  ) as T;
const schemas = apps.map(
  (app) =>
    `${JSON.stringify(app)}: (await import(${JSON.stringify(pathToFileURL(join(root, 'apps', app, 'dist/env.js')))})).Env`,
);
const SCHEMAS = `const schemas = { ${schemas.join(', ')} };`;

/** The settings that each app reads, from the schema in its build. */
const names = ask<Record<App, string[]>>(`${SCHEMAS}
  console.log(JSON.stringify(Object.fromEntries(Object.entries(schemas).map(([app, { shape }]) => [app, Object.keys(shape)]))));`);

const isInherited = (name: string): boolean => name === 'API_KEYS' || name.startsWith('OPERATOR_');
/**
 * The sandbox has the base schema too, but checks its callers as the provider does, and the front door checks none: the
 * platform's API keys do not apply to them.
 */
const readBy = (app: App): string[] => names[app].filter((name) => isService(app) || !isInherited(name)).sort();

/**
 * Settings that no schema has: those of Node, of tracing (which starts before the settings are parsed), and of the image's
 * entry point.
 */
const outside = { documented: ['NODE_OPTIONS', 'OTEL_SERVICE_NAME'], undocumented: ['APP'] };
/** Settings that a deployment must not have: the image sets HOST and PORT, and rehearsals set the others. */
const neverInCompose = ['HOST', 'PORT', 'CONTROLLED_CLOCK', 'FAILPOINTS', 'ALLOW_INSECURE_TARGETS'];

const groups: Readonly<Record<string, readonly App[]>> = {
  all: apps,
  'front door': ['front-door'],
  'all five': services,
  gateway: ['payments-gateway'],
  ingestor: ['webhook-ingestor'],
  onboarding: ['seller-onboarding'],
  reconciler: ['settlement-reconciler'],
  scheduler: ['payout-scheduler'],
};

/** The settings documented for each app: rows of the table of settings, and for the sandbox its own page. */
const documentedFor = (app: App): string[] => {
  const rows = text('docs/operations/settings.md')
    .split('\n## ')
    .filter((section) => section.startsWith('Settings\n'))
    .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| `')));
  const byTable = rows.flatMap((row) => {
    const [, variables = '', who = ''] = row.split('|').map((cell) => cell.trim());
    const readers = who
      .split(', ')
      .flatMap((group): readonly string[] => groups[group] ?? [`nobody is called ${group}`]);
    return (readers as readonly string[]).includes(app)
      ? [...variables.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
      : [];
  });
  const sandboxes = text('docs/provider-sandbox.md').split('## Settings of the process')[1] ?? '';
  const byPage = app === 'provider-sandbox' ? [...sandboxes.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name) : [];
  return [...new Set([...byTable, ...byPage])].filter((name) => !outside.documented.includes(name)).sort();
};

test('compose runs every service from the one image, the sandbox in a trial only', () => {
  const run = (file: Record<string, Service>) => Object.keys(file).filter((name) => file[name]?.build);
  expect(run(production).sort()).toEqual(['migrate', ...services, 'front-door', 'set-up-database'].sort());
  expect(run(trial)).toEqual(['provider-sandbox']);
  const dockerfiles = [...Object.values(production), ...Object.values(trial)].flatMap(({ build }) => build ?? []);
  expect(new Set(dockerfiles.map(({ dockerfile }) => dockerfile))).toEqual(new Set(['deploy/Dockerfile']));
});

test.each(apps)('%s reads what the documents say it reads, and nothing else', (app) => {
  expect(documentedFor(app)).toEqual(readBy(app));
});

test.each(apps)('%s is given by compose every setting that it reads, under its own name', (app) => {
  const environment = given(app, [production, trial]);
  const passed = Object.keys(environment).filter((name) => ![...Object.values(outside).flat()].includes(name));
  expect(passed.sort()).toEqual(readBy(app).filter((name) => !neverInCompose.includes(name)));
  for (const name of outside.documented) expect(environment[name]).toContain(`\${${name}:-`);
  const renamed = Object.entries(environment).filter(([name, value]) => !value.startsWith(`\${${name}:`));
  const fixed: Readonly<Record<string, RegExp>> = {
    APP: RegExp(`^${app}$`),
    NODE_ENV: /^development$/,
    DATABASE_URL: /^postgres:/,
    // Each service logs in with its own role, at the replica too.
    DATABASE_READ_URL: RegExp(`^\\$\\{${app.toUpperCase().replaceAll('-', '_')}_DATABASE_READ_URL:-\\}$`),
    REDIS_URL: /^redis:/,
    SECRET_KEYS: /PROVIDER_SECRET_KEY/,
    SECURITY_KEYS: /PROVIDER_SECURITY_KEYS/,
  };
  for (const [name, value] of renamed)
    expect({ name, value }).toEqual({ name, value: expect.stringMatching(fixed[name] ?? /^$/) as unknown });
});

/** The errors of each service for the environment that compose would give it; empty when the service starts. */
const verdicts = (asked: readonly App[], files: readonly Record<string, Service>[], env: Record<string, string>) => {
  const environments = asked.map((app) => [
    app,
    Object.fromEntries(Object.entries(given(app, files)).map(([name, value]) => [name, filledIn(value, env)])),
  ]);
  return ask<Record<string, string>>(`${SCHEMAS}
    const { parseEnv } = await import('@jeongsan/nest-kit');
    const verdict = ([app, env]) => {
      try { parseEnv(schemas[app], { PORT: '3000', ...env }); return [app, '']; } catch (error) { return [app, error.message]; }
    };
    console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(environments)}.map(verdict))));`);
};

describe('a fresh .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jeongsan-env-'));
  const file = join(folder, '.env');
  const make = () =>
    spawnSync(process.execPath, [join(root, 'deploy/new-env.mjs'), file], { cwd: folder, encoding: 'utf8' });
  const made = make();
  const env = envFile(readFileSync(file, 'utf8'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is for its owner alone, names the files of the trial, and is never written over', () => {
    expect(made.status).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(env['COMPOSE_FILE']).toBe('docker-compose.yml:deploy/trial.yml');
    const again = make();
    expect({ status: again.status, stdout: again.stdout }).toEqual({ status: 1, stdout: '' });
    expect(envFile(readFileSync(file, 'utf8'))).toEqual(env);
  });

  test('holds the hash of the API key that was shown, and not the key', () => {
    const [apiKey = ''] = /test_sk_\w+/.exec(made.stdout) ?? [];
    expect(apiKey.length).toBeGreaterThan(40);
    expect(readFileSync(file, 'utf8')).not.toContain(apiKey);
  });

  test('is accepted by every app in a trial', () => {
    expect(verdicts(apps, [production, trial], env)).toEqual(Object.fromEntries(apps.map((app) => [app, ''])));
  });

  test('is accepted with every key in the middle of its rotation', () => {
    const rotated = join(folder, 'rotated');
    writeFileSync(rotated, readFileSync(file));
    const theirs = join(folder, 'theirs');
    writeFileSync(theirs, 'b7e1'.repeat(16));
    const rotate = (...args: string[]) =>
      execFileSync(process.execPath, [join(root, 'deploy/rotate-key.mjs'), ...args, '--env', rotated]);
    for (const name of ['PROOF_SIGNING_KEY', 'SELLER_SESSION_KEY']) rotate(name, 'first');
    rotate('DATA_KEYS', 'behind');
    rotate('PROVIDER_SECURITY_KEYS', 'first', '--from', theirs);
    rotate('API_KEYS', 'add', 'market-2', 'market');
    const inRotation = envFile(readFileSync(rotated, 'utf8'));
    expect(verdicts(apps, [production, trial], inRotation)).toEqual(Object.fromEntries(apps.map((app) => [app, ''])));
  });

  test('is refused in production for its provider over http, and for nothing else', () => {
    const refusal =
      'The environment does not fit:\n  PROVIDER_BASE_URL: the provider must be reached over https in production';
    const expected = services.map((app) => [app, names[app].includes('PROVIDER_BASE_URL') ? refusal : '']);
    expect(verdicts(services, [production], env)).toEqual(Object.fromEntries(expected));
  });
});

test('not one placeholder of the example is taken in production', () => {
  const example = envFile(text('deploy/example.env'));
  for (const [app, problems] of Object.entries(verdicts(services, [production], example))) {
    const filled = Object.entries(given(app as App, [production])).flatMap(([name, value]) =>
      Object.keys(example).some((key) => value.includes(`\${${key}:`)) ? [name] : [],
    );
    const refused = filled.filter((name) => problems.includes(`${name}: still holds the placeholder`));
    expect({ app, refused }).toEqual({ app, refused: filled });
    expect(filled.length).toBeGreaterThan(5);
  }
});

test('what compose cannot do without is in the example, as a placeholder', () => {
  const example = envFile(text('deploy/example.env'));
  const needed = [...text('docker-compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name);
  for (const name of needed)
    expect({ name, value: example[name] }).toEqual({ name, value: expect.stringMatching(/<\w[^<>]*>/) as unknown });
});

test('neither Git nor the image takes a .env in', () => {
  for (const file of ['.gitignore', '.dockerignore'])
    expect(text(file).split('\n')).toEqual(expect.arrayContaining(['.env', '.env.*']));
});

test('without a profile compose runs the platform alone; `full` adds what watches it, and nothing that the platform needs', () => {
  const profiled = Object.entries(production).filter(([, { profiles }]) => profiles !== undefined);
  expect(Object.fromEntries(profiled.map(([name, { profiles }]) => [name, profiles]))).toEqual({
    ...{ prometheus: ['full'], traces: ['full'] },
  });
  for (const [, service] of profiled)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  const waitedFor = Object.values(production).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
  expect(waitedFor.filter((name) => profiled.some(([one]) => one === name))).toEqual([]);
  const asked = parse(text('deploy/observability/prometheus.yml')) as object;
  for (const app of [...services, 'front-door']) expect(JSON.stringify(asked)).toContain(`"${app}`);
});

test.each(apps)('%s runs as its own user on a read-only image, and can gain no right', (app) => {
  const { user, read_only, tmpfs, cap_drop, security_opt } = { ...production[app], ...trial[app] };
  expect({ user, read_only, tmpfs, cap_drop, security_opt }).toEqual({
    user: 'node',
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

test('every image can be pinned by its digest, and is pinned or said not to be', () => {
  const dockerfile = text('deploy/Dockerfile');
  expect(dockerfile.match(/^FROM .*/gm)).toEqual(['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE}']);
  expect(dockerfile).toMatch(/^USER node$/m);
  const bases = [/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1] ?? ''];
  for (const name of ['postgres', 'redis', 'prometheus', 'traces']) {
    const image = production[name]?.image ?? '';
    expect(image).toMatch(/^\$\{\w+_IMAGE:-.*:(?!latest)[\w.]+\}$/);
    bases.push(image);
  }
  const said = /digest.* not known here: pin/;
  for (const base of bases)
    expect(/@sha256:[0-9a-f]{64}/.test(base) || (said.test(dockerfile) && said.test(text('docker-compose.yml')))).toBe(
      true,
    );
});

test('no service is given the password of an administrator, of the migrations, or of another service', () => {
  const passwords = (file: Record<string, Service>) =>
    Object.fromEntries(
      apps.map((app) => [
        app,
        [...JSON.stringify(file[app]?.environment ?? {}).matchAll(/\$\{(\w*PASSWORD)/g)].map(([, name = '']) => name),
      ]),
    );
  // The front door has no database.
  const own = (app: App) =>
    app === 'front-door' ? [] : [`${app.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`];
  expect(passwords({ ...trial, ...production, 'provider-sandbox': trial['provider-sandbox'] ?? {} })).toEqual(
    Object.fromEntries(apps.map((app) => [app, own(app)])),
  );
});

test('the script that an administrator runs by hand says what the set-up does (UPDATE_GOLDEN=1 rewrites the file)', () => {
  const script = setUpScript({ prefix: 'jeongsan', database: 'jeongsan', sandboxDatabase: 'jeongsan_sandbox' });
  if (isGoldenUpdate()) writeFileSync(join(root, 'deploy/roles.sql'), script);
  expect(text('deploy/roles.sql')).toBe(script);
});
