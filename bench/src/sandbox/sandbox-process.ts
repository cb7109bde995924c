import { resolve } from 'node:path';
import type { App } from '@jeongsan/child-processes';
import type { Bench } from '../harness/measurement.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';

export const SECRET_KEY = 'test_sk_benchmark0001';
export const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;

const entry = resolve(import.meta.dirname, '../../../apps/provider-sandbox/dist/bundle/main.js');

/** The sandbox as anybody starts it: a process of its own on a database of its own. */
export async function startSandbox(bench: Bench, name: string, url: string): Promise<App> {
  return startProgram(bench, name, entry, {
    ...onThisMachine,
    DATABASE_URL: url,
    SECRET_KEYS: SECRET_KEY,
    SECURITY_KEYS: '5e'.repeat(32),
    LOG_LEVEL: 'warn',
  });
}
