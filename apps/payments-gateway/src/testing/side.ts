import { providerContract } from '@jeongsan/provider-contract';
import type { Sandbox } from '@jeongsan/testing';
import type { OperationName } from '../drop-in/operations.js';

/** One call of an operation, as a client writes it that knows only the provider's documents. */
export type Asked = Readonly<{
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** JSON, or a text or a form that is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Replaces `Basic base64("<key>:")`; undefined leaves the header out. */
  authorization?: string | undefined;
  /** The documents' other name of the wallet's paths. */
  alias?: boolean;
  /** False: the clock stays, because the call changes nothing. */
  ticks?: boolean;
}>;

/** An answer, as the client reads it. */
export type Heard = Readonly<{
  name: OperationName;
  label: string;
  status: number;
  headers: Readonly<Record<string, string | null>>;
  json: unknown;
}>;

const READ_HEADERS = ['content-type', 'x-tosspayments-trace-id', 'idempotency-key', 'retry-after'];

/** A base address and a key: the provider's, or the gateway's. The rest of a flow is the same on both sides. */
export class Side {
  readonly heard: Heard[] = [];
  private seconds = 0;

  constructor(
    readonly base: string,
    readonly key: string,
    /** Plays buyers, customers and the clock at the provider of this side. */
    readonly control: Sandbox['control'],
    /** The market registers an order before it is paid; at the provider there is nothing to register. */
    readonly register: (orderId: string, amount: number) => Promise<void>,
    private readonly start: Date,
  ) {}

  /** Moves this side's provider on by a second: lists are sorted by time, and then by chance. */
  async tick(): Promise<void> {
    this.seconds += 1;
    await this.control.setClock({ body: { now: new Date(this.start.getTime() + this.seconds * 1_000) } });
  }

  /** Calls an operation and returns the JSON of its answer. */
  async call<T = Record<string, string>>(name: OperationName, label: string, asked: Asked = {}): Promise<T> {
    if (asked.ticks !== false) await this.tick();
    const { path, method } = providerContract[name];
    const { params = {}, query, body, headers, alias } = asked;
    const written = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? 'unknown-id'));
    const url = `${this.base}${alias ? written.replace('/v1/wallet/', '/v1/brandpay/') : written}`;
    const isPlain = typeof body === 'string' || body instanceof FormData;
    const authorization = 'authorization' in asked ? asked.authorization : basic(this.key);
    const reply = await fetch(`${url}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const json: unknown = text === '' ? '' : JSON.parse(text);
    const read = Object.fromEntries(READ_HEADERS.map((header) => [header, reply.headers.get(header)]));
    this.heard.push({ name, label, status: reply.status, headers: read, json });
    return json as T;
  }
}

export const basic = (user: string): string => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;
