import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeEnvironment, warmApp } from './env.js';
import type { Begin, WarmReport } from './replica.js';

/** What the main module of an app exports. */
type Loaded = Readonly<{ started?: Promise<void> }>;

/**
 * A process that has loaded an app and waits for its environment: it replaces a killed process in a fraction of the second that
 * loading takes. Ends with its parent.
 */
const folder = warmApp();
const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<{ default: Loaded }>;
const tell = (report: WarmReport) => process.send?.(report);

process.on('disconnect', () => process.exit(0));
process.on('message', (message: object) => {
  if ('environment' in message) void begin(message as Begin);
});
await load('app.module.js');
tell({ replica: 'warm' });

async function begin({ environment }: Begin): Promise<void> {
  takeEnvironment(environment);
  try {
    const { default: main } = await load('main.js');
    await main.started;
    tell({ replica: 'started' });
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
