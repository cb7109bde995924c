import { join } from 'node:path';
import { type App, freePort, startApp } from '@jeongsan/child-processes';

const apps = join(__dirname, '../../../../apps');

/** A service, or the front door, as a process of its own, with its log in `folder`. */
export async function startService(name: string, folder: string, env: Readonly<Record<string, string>>): Promise<App> {
  return startApp({
    name,
    entry: join(apps, name, 'dist/bundle/main.js'),
    port: await freePort(),
    logFile: join(folder, `${name}.log`),
    env: { LOG_LEVEL: 'warn', ...env, NODE_ENV: 'development' },
  });
}
