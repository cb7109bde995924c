import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

const root = join(__dirname, '../../..');
const example = new Map(
  readFileSync(join(root, 'deploy/example.env'), 'utf8')
    .split('\n')
    .flatMap((line) =>
      line.startsWith('#') || !line.includes('=') ? [] : [line.split(/=(.*)/s, 2) as [string, string]],
    ),
);

type Service = { environment?: Record<string, string>; build?: { dockerfile: string } };
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const apps = Object.entries(compose.services).filter(([, service]) => service.environment?.['APP']);

const filledIn = (value: string): string =>
  value.replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
    const found = example.get(name);
    if (found === undefined) throw new Error(`deploy/example.env does not name ${name}`);
    return found;
  });

test('compose runs every service from the one image', () => {
  expect(apps.map(([name]) => name).sort()).toEqual([
    'payments-gateway',
    'payout-scheduler',
    'provider-sandbox',
    'seller-onboarding',
    'settlement-reconciler',
    'webhook-ingestor',
  ]);
  expect(new Set(apps.map(([, service]) => service.build?.dockerfile))).toEqual(new Set(['deploy/Dockerfile']));
});

test.each(apps)('%s accepts the environment that compose gives it', (name, service) => {
  const env = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([key, value]) => [key, filledIn(String(value))]),
  );
  const { href } = pathToFileURL(join(root, 'apps', name, 'dist/env.js'));
  const read = `(await import('@jeongsan/nest-kit')).parseEnv((await import(${JSON.stringify(href)})).Env)`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', read], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', PORT: '3000', ...env },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
