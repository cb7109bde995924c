import { join } from 'node:path';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import type { Bench } from './measurement.js';

/** What a service of ours needs besides, to take a provider over http and keys that stand in a file: in production it refuses both. */
export const onThisMachine = { NODE_ENV: 'development' } as const;

/** A program as a process of its own, started as in production. Its log lies beside the results. */
export async function startProgram(
  { folder }: Pick<Bench, 'folder'>,
  name: string,
  entry: string,
  env: Readonly<Record<string, string>>,
): Promise<App> {
  return startApp({
    name,
    entry,
    port: await freePort(),
    env: { NODE_ENV: 'production', ...env },
    logFile: join(folder, `${name.replaceAll(/\W+/g, '-')}.log`),
  });
}
