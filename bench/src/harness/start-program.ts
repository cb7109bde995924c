import { join } from 'node:path';
import { freePort, startApp, type App } from '@jeongsan/stack';
import type { Bench } from './measurement.js';

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
