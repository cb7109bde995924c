import { request } from 'node:http';
import { open, parseSecurityKey } from '@jeongsan/jwe';
import { providerContract } from '@jeongsan/provider-contract';
import type { Sandbox } from '@jeongsan/testing';
import type { DropInOperationName } from '@jeongsan/platform-contract';

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

/** A request as its bytes are written. */
export type Written = Readonly<{
  method: string;
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  bytes?: Buffer;
}>;

/** An answer, as the client reads it. */
export type Heard = Readonly<{
  name: DropInOperationName;
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
    /** Opens sealed answers. */
    private readonly securityKey: string,
    /** Begins the order numbers of flows that can run several times at one provider. */
    readonly prefix = 'spelled',
  ) {}

  /** Moves this side's provider on by a second: lists are sorted by time, and then by chance. */
  async tick(): Promise<void> {
    this.seconds += 1;
    await this.control.setClock({ body: { now: new Date(this.start.getTime() + this.seconds * 1_000) } });
  }

  /** Calls an operation and returns the JSON of its answer. */
  async call<T = Record<string, string>>(name: DropInOperationName, label: string, asked: Asked = {}): Promise<T> {
    if (asked.ticks !== false) await this.tick();
    const { path, method } = providerContract[name];
    const { params = {}, query, body, headers, alias } = asked;
    const written = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? 'unknown-id'));
    const url = alias ? written.replace('/v1/wallet/', '/v1/brandpay/') : written;
    const authorization = 'authorization' in asked ? asked.authorization : basic(this.key);
    const { bytes, type } = await encoded(body);
    return this.send<T>(name, label, {
      method,
      url: `${url}${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(authorization !== undefined && { authorization }),
        ...headers,
      },
      ...(bytes && { bytes }),
    });
  }

  /** Sends a request as it stands: no byte of its address or its body is changed on the way. */
  async send<T>(name: DropInOperationName, label: string, written: Written): Promise<T> {
    const { status, headers, text: answered } = await exchange(this.base, written);
    const isSealed = answered.startsWith('ey');
    const text = isSealed ? (await open(answered, [parseSecurityKey(this.securityKey)])).text : answered;
    const json: unknown = text === '' ? '' : JSON.parse(text);
    const read = Object.fromEntries(READ_HEADERS.map((header) => [header, headers[header] ?? null]));
    this.heard.push({ name, label, status, headers: read, json });
    return json as T;
  }
}

type Reply = Readonly<{ status: number; headers: Readonly<Record<string, string>>; text: string }>;

function exchange(base: string, { method, url, headers, bytes }: Written): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const length = bytes && { 'content-length': String(bytes.length) };
    const asked = request({ hostname, port, method, path: url, headers: { ...length, ...headers } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('error', reject);
      const status = reply.statusCode ?? 0;
      reply.on('end', () => resolve({ status, headers: reply.headers as Record<string, string>, text }));
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}

/** A body as bytes with its content type; texts count as JSON. */
async function encoded(body: unknown): Promise<{ bytes?: Buffer; type?: string }> {
  if (body === undefined) return {};
  if (!(body instanceof FormData)) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { bytes: Buffer.from(text), type: 'application/json' };
  }
  const form = new Response(body);
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' };
}

export const basic = (user: string): string => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;
