import { randomUUID } from 'node:crypto';
import { encodeLine, type Endpoint, type Example, NDJSON } from '@jeongsan/http-contract';
import { API_PREFIX } from '@jeongsan/platform-contract';
import { bearer, type CallerName } from '../callers.js';
import { type Api, api } from './api.js';
import type { z } from 'zod';

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType } ? { [P in K]: z.input<S> } : unknown;
type OptionalQuery<E> = E extends { query: infer S extends z.ZodType } ? { query?: z.input<S> } : unknown;
/** A request in its form on the wire. */
export type Request<E> = Part<E, 'params'> & OptionalQuery<E> & Part<E, 'body'>;
/** An answer in its form on the wire. */
export type Answer<E extends Endpoint> = z.input<E['success']['body']>;

type Sent = Readonly<{ params?: Record<string, string>; query?: Record<string, string>; body?: unknown }>;

/** What a file shows of a long text. */
const TEXT_CHARACTERS_MAX = 1_500;
/** How many items of a list are shown. */
const ITEMS_MAX = 2;

/** Sends requests to the front door as a caller does, and keeps the first one of each endpoint, with its answer, as the example. */
export class Teller {
  readonly examples = new Map<keyof Api, Example>();

  constructor(
    private readonly doorUrl: string,
    private readonly credentials: Readonly<Record<CallerName, string | undefined>>,
  ) {}

  /** Sends a request. Throws when the answer has another status, or another form, than its contract says. */
  async tell<K extends keyof Api>(name: K, who: CallerName, request: Request<Api[K]>): Promise<Answer<Api[K]>> {
    const { answer, reply } = await this.send(name, who, request as Sent);
    if (!this.examples.has(name))
      this.examples.set(name, { ...(request as Sent), ...shownOf(api[name], reply, answer) });
    return answer as Answer<Api[K]>;
  }

  /** As tell, and no example: for what is asked again until it is so. */
  async ask<K extends keyof Api>(name: K, who: CallerName, request: Request<Api[K]>): Promise<Answer<Api[K]>> {
    return (await this.send(name, who, request as Sent)).answer as Answer<Api[K]>;
  }

  private async send(name: keyof Api, who: CallerName, sent: Sent): Promise<{ answer: unknown; reply: Response }> {
    const e: Endpoint = api[name];
    const reply = await fetch(this.addressOf(e, sent), this.messageOf(e, who, sent));
    const text = await reply.text();
    if (reply.status !== e.success.status)
      throw new Error(`${name}: ${reply.status} ${text} to ${JSON.stringify(sent)}`);
    return { answer: answerOf(e, text), reply };
  }

  private addressOf(e: Endpoint, { params = {}, query = {} }: Sent): string {
    const service = /^\/operations\//.test(e.path) ? '/payout-scheduler' : '';
    const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    return `${this.doorUrl}${API_PREFIX}${service}${path}${search === '' ? '' : `?${search}`}`;
  }

  private messageOf(e: Endpoint, who: CallerName, { body }: Sent): RequestInit {
    const isLines = e.bodyType === 'ndjson';
    return {
      method: e.method,
      headers: {
        ...bearer(this.credentials[who]),
        ...(e.method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': isLines ? NDJSON : 'application/json' }),
      },
      ...(body !== undefined && { body: isLines ? linesOf(body) : JSON.stringify(body) }),
    };
  }
}

const linesOf = (body: unknown): string => (body as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join('');

/** The answer, once its form is known to be that of the contract. */
function answerOf(e: Endpoint, text: string): unknown {
  if (e.answerTypes) return text;
  if (e.answersEvents) {
    for (const [, state = ''] of text.matchAll(/^data: (.*)$/gm)) e.success.body.parse(JSON.parse(state));
    return text;
  }
  if (text === '') return undefined;
  if (!e.answersLines) {
    const json = JSON.parse(text) as unknown;
    e.success.body.parse(json);
    return json;
  }
  const items = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  for (const line of (e.success.body.parse(items) as unknown[]).map((item) => encodeLine(e, item))) JSON.parse(line);
  return items;
}

function shownOf(e: Endpoint, reply: Response, answer: unknown): Pick<Example, 'answer' | 'body'> {
  if (typeof answer !== 'string') return answer === undefined ? {} : { answer: withFewItems(answer) };
  const type = reply.headers.get('content-type') ?? '';
  if (/json$/.test(type)) return { answer: JSON.parse(answer) as unknown };
  return /^text\/(csv|event-stream)/.test(type) ? { answer: answer.slice(0, TEXT_CHARACTERS_MAX) } : {};
}

/** A list is shown by its first items. */
function withFewItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(withFewItems);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFewItems(member)]));
}
