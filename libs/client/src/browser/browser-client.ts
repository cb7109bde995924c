import type { Contract, Fetch } from '@jeongsan/http-contract';
import { failureOf, noReply } from './api-failure.js';
import { commonErrors, type OperationRow, type OperationTable } from './operation-row.js';
import type { BrowserCallOptions, WireCalls, WireFile } from './wire-types.js';

export type BrowserClientOptions = Readonly<{
  /** The path of the API on the origin of the page. */
  base: string;
  /** Default: the platform's own. */
  fetch?: Fetch;
  /** Headers of each call: the front door takes writes of a browser only with one of its own. */
  headers?: Readonly<Record<string, string>>;
  newIdempotencyKey?: () => string;
  /** After so many milliseconds without an answer the outcome is unknown. */
  timeoutMs?: number;
}>;

export type BrowserClient<C extends Contract> = WireCalls<C> & {
  /** The path of an operation with its params and query, for links and streams of events. */
  readonly addressOf: (name: keyof C, input?: WireParts) => string;
  /** A list as CSV, all of its pages. */
  readonly csv: (name: keyof C, input?: WireParts, options?: BrowserCallOptions) => Promise<WireFile>;
};

export type WireParts = Readonly<{
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}>;

/** The door waits 75 seconds for a service. */
const TIMEOUT_MS = 80_000;

/** The API in its wire form, without a schema: what the services accept and answer is typed, and checked by them alone. */
export function createBrowserClient<C extends Contract>(
  table: OperationTable<C>,
  options: BrowserClientOptions,
): BrowserClient<C> {
  const rows = Object.entries<OperationRow>(table);
  const rowOf = (name: PropertyKey): OperationRow => table[name as keyof C];
  const calls = rows.map(([name, row]) => [
    name,
    (input?: WireParts, call?: BrowserCallOptions) => answered(row, options, input, call),
  ]);
  const made: unknown = {
    ...Object.fromEntries(calls),
    addressOf: (name: keyof C, input: WireParts = {}) => addressOf(rowOf(name), options.base, input),
    csv: async (name: keyof C, input?: WireParts, call?: BrowserCallOptions) =>
      fileOf(await exchanged(rowOf(name), options, input, call, 'text/csv')),
  };
  return made as BrowserClient<C>;
}

async function answered(
  row: OperationRow,
  options: BrowserClientOptions,
  input?: WireParts,
  call?: BrowserCallOptions,
): Promise<unknown> {
  const [, , , answer] = row;
  const reply = await exchanged(row, options, input, call, answer === 'file' ? '*/*' : 'application/json');
  if (answer === 'file') return fileOf(reply);
  const text = await reply.text().catch((cause: unknown) => Promise.reject(noReply(cause)));
  if (answer === 'lines') return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

async function exchanged(
  row: OperationRow,
  { base, fetch = (url, init) => globalThis.fetch(url, init), ...options }: BrowserClientOptions,
  input: WireParts = {},
  call: BrowserCallOptions = {},
  accept: string,
): Promise<Response> {
  const [method, , , answer, errors] = row;
  const isKeyed = method === 'POST' && answer !== 'lines';
  const newKey = options.newIdempotencyKey ?? (() => globalThis.crypto.randomUUID());
  const key = isKeyed ? (call.idempotencyKey ?? newKey()) : undefined;
  const ending = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: call.signal ? AbortSignal.any([call.signal, ending]) : ending,
    headers: {
      accept,
      ...options.headers,
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  };
  const reply = await fetch(addressOf(row, base, input), request).catch((cause: unknown) =>
    Promise.reject(noReply(cause, key)),
  );
  if (!reply.ok) throw await failureOf(reply, [...commonErrors, ...errors.split(' ')], key);
  return reply;
}

function addressOf([, path]: OperationRow, base: string, { params = {}, query = {} }: WireParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, text(value)] as [string, string]],
  );
  const search = new URLSearchParams(pairs).toString();
  return `${base}${filled}${search === '' ? '' : `?${search}`}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function fileOf(reply: Response): Promise<WireFile> {
  const bytes = await reply.blob().catch((cause: unknown) => Promise.reject(noReply(cause)));
  return { fileName: namedIn(reply.headers.get('content-disposition') ?? ''), bytes };
}

function namedIn(disposition: string): string {
  const local = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return local === undefined ? (/filename="([^"]+)"/i.exec(disposition)?.[1] ?? '') : decodeURIComponent(local);
}
