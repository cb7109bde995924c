import { type CallOptions, createJeongsanClient, type Fetch, type JeongsanClient } from '@jeongsan/client';
import { exits, Problem, usageProblem } from './faults.js';
import { type Format, jsonOf, type Printer } from './output/print.js';
import { type Place, placeOf } from './settings/contexts.js';
import { keptKey } from './settings/key-file.js';
import type { Terminal } from './terminal.js';
import type { Words } from './texts/texts.js';
import type { Language } from './texts/words.js';

/** The options that every command has. */
export type GlobalOptions = Readonly<{
  context?: string;
  output: Format;
  language: Language;
  yes: boolean;
  dryRun: boolean;
  idempotencyKey?: string;
}>;

/** What a command works with. */
export type Session = Readonly<{
  terminal: Terminal;
  options: GlobalOptions;
  words: Words;
  printer: Printer;
  /** Keys that this call has read: they are taken out of every message. */
  secrets: Set<string>;
}>;

/** Stands for the key of a dry run, which needs none. */
const NO_KEY = 'none';

/** The address and the key of this call. Throws Problem when one is missing. */
export async function credentialOf({
  terminal: { settings },
  options,
  words,
}: Session): Promise<{ url: string; key: string } & Place> {
  const place = await placeOf(settings, options.context, words);
  if (place.url === undefined) throw usageProblem(words.noUrl, 'NO_ADDRESS');
  const key = settings.key ?? (await keptKey(settings.folder, place.context, place.url, words));
  if (key === undefined && !options.dryRun) throw new Problem(exits.signIn, 'NO_KEY', words.noKey);
  return { ...place, url: place.url, key: key ?? NO_KEY };
}

export function clientOf(session: Session, { url, key }: Readonly<{ url: string; key: string }>): JeongsanClient {
  if (key !== NO_KEY) session.secrets.add(key);
  try {
    return createJeongsanClient({ baseUrl: url, credential: key, fetch: fetchOf(session) });
  } catch (error) {
    // The client refuses addresses and keys that cannot be sent; its message repeats neither.
    if (error instanceof TypeError) throw usageProblem(error.message, 'SETTINGS');
    throw error;
  }
}

/** The Idempotency-Key of the call that this one repeats, when the person named one. */
export const callOptionsOf = ({ options: { idempotencyKey } }: Session): CallOptions =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

/** Thrown instead of sending, after the request was printed. */
export class NotSent extends Error {
  override name = 'NotSent';
}

/** The sender of a session. A dry run prints each request without its key, and sends none. */
export function fetchOf({ terminal, options, printer }: Session): Fetch {
  if (!options.dryRun) return terminal.fetch;
  return (url, init) => {
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const request = { method, url: String(url), ...(body !== undefined && { body: jsonIn(body) }) };
    const text = `${method} ${request.url}\n${body === undefined ? '' : `${body}\n`}`;
    terminal.out(printer.format === 'json' ? jsonOf(request) : text);
    return Promise.reject(new NotSent());
  };
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Asks the person before a decision. Throws Problem when nothing may be sent. */
export async function confirm({ terminal, options, printer, words }: Session, what: string): Promise<void> {
  // A member that the answer does not have would be noticed after the decision.
  if (printer.only !== undefined) throw usageProblem(words.onlyReads);
  if (options.yes || options.dryRun) return;
  if (!terminal.asks) throw usageProblem(words.needsYes, 'NOT_CONFIRMED');
  const answer = await terminal.ask(`${what} [y/N] `);
  if (!/^(y|yes|네|예)$/i.test(answer.trim())) throw usageProblem(words.canceled, 'NOT_CONFIRMED');
}
