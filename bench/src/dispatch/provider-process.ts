import { resolve } from 'node:path';
import type { Bench } from '../harness/measurement.js';
import { startProgram } from '../harness/start-program.js';
import { BOOK_PATH, SECURITY_KEY, type ProviderBook } from './provider-book.js';

const ENTRY = resolve(import.meta.dirname, '../floors/null-provider.main.js');

export type NullProvider = Readonly<{ url: string; book: () => Promise<ProviderBook>; stop: () => Promise<void> }>;

/** The provider that accepts everything, as a process of its own. */
export async function startNullProvider(bench: Bench, name: string, answersAfterMs: number): Promise<NullProvider> {
  const env = { SECURITY_KEY, ANSWERS_AFTER_MS: String(answersAfterMs) };
  const app = await startProgram(bench, `provider of ${name}`, ENTRY, env);
  return {
    url: app.url,
    book: async () => (await (await fetch(`${app.url}${BOOK_PATH}`)).json()) as ProviderBook,
    stop: () => app.stop(),
  };
}
