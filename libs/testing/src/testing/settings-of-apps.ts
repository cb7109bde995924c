import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseServices } from '@jeongsan/database';
import { isSecretSetting, secretSettings } from '@jeongsan/settings';

const root = join(__dirname, '../../../..');

export const appNames = [...databaseServices, 'front-door', 'provider-sandbox'] as const;

type Schema = Readonly<{ names: readonly string[]; optional: readonly string[] }>;

/** The settings that each app reads, from the schema in its build, and those that it may do without. */
export const appSchemas: Readonly<Record<string, Schema>> = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-'], {
    cwd: root,
    encoding: 'utf8',
    input: `
      const found = {};
      for (const app of ${JSON.stringify(appNames)}) {
        const { Env } = await import(${JSON.stringify(pathToFileURL(join(root, 'apps')).href)} + '/' + app + '/dist/env.js');
        const names = Object.keys(Env.shape);
        found[app] = { names, optional: names.filter((name) => Env.shape[name].safeParse(undefined).success) };
      }
      console.log(JSON.stringify(found));`,
  }),
) as Record<string, Schema>;

/** Secrets of the programs that have no schema: see libs/database/src/env.ts. */
const jobs: Readonly<Record<string, readonly string[]>> = {
  migrate: ['DATABASE_URL'],
  'set-up-database': [
    'ADMIN_DATABASE_URL',
    ...Object.keys(secretSettings).filter((name) => name.endsWith('_DATABASE_PASSWORD')),
  ],
};

/** The secrets that a program of the image cannot start without, and those that switch something on. */
export function programSecrets(app: string): Readonly<{ needed: readonly string[]; optional: readonly string[] }> {
  const { names = jobs[app] ?? [], optional = [] } = appSchemas[app] ?? {};
  const secrets = names.filter(isSecretSetting);
  return {
    needed: secrets.filter((name) => !optional.includes(name)),
    optional: secrets.filter((name) => optional.includes(name)),
  };
}
