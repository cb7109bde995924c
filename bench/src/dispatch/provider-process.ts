import { join, resolve } from 'node:path';
import { freePort, startApp } from '@jeongsan/stack';
import type { Bench } from '../harness/measurement.js';
import { BOOK_PATH, SECURITY_KEY, type ProviderBook } from './provider-book.js';

const ENTRY = resolve(import.meta.dirname, '../floors/null-provider.main.js');

export type NullProvider = Readonly<{ url: string; book: () => Promise<ProviderBook>; stop: () => Promise<void> }>;

/** The provider that accepts everything, as a process of its own. */
export async function startNullProvider(bench: Bench, name: string, answersAfterMs: number): Promise<NullProvider> {
  const app = await startApp({
    name: `provider of ${name}`,
    entry: ENTRY,
    port: await freePort(),
    env: { SECURITY_KEY, ANSWERS_AFTER_MS: String(answersAfterMs) },
    logFile: join(bench.folder, `provider-${name.replaceAll(/\W+/g, '-')}.log`),
  });
  return {
    url: app.url,
    book: async () => (await (await fetch(`${app.url}${BOOK_PATH}`)).json()) as ProviderBook,
    stop: () => app.stop(),
  };
}
