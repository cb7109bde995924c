import { type FuzzRequest, FuzzRequests, Memory, Random, type RawReply, rawSender } from '@jeongsan/fuzz';
import type { Endpoint } from '@jeongsan/http-contract';
import type { Platform } from '@jeongsan/market';
import { z } from 'zod';
import { bearer, credentialsOf } from './callers.js';
import { startUnderAttack, type Target, targetsOf } from './running-platform.js';
import { trade } from './trade.js';

const REQUESTS = 10_000;
const BATCH = 200;
const LANES = 8;
const SEED = 20_260_508;
/** Beyond this the server may close before everything was sent. */
const CONTENT_BYTES_MAX = 4 * 1024 * 1024;

const STACK = /\n\s+at |node_modules|\.[jt]s:\d+|postgres(ql)?:\/\/|redis:\/\//;

let platform: Platform;
let admin: string | undefined;
let link: string | undefined;
const memory = new Memory();
beforeAll(async () => {
  platform = await startUnderAttack('attack-input');
  const traded = await trade(platform.clients);
  memory.learn(JSON.parse(JSON.stringify(traded, plain)));
  ({ 'an admin': admin, "a seller's link": link } = await credentialsOf(platform, 'seller-1'));
}, 180_000);
afterAll(() => platform.stop());

const credentials = ({ security }: Pick<Endpoint, 'security'>) => bearer(security === 'seller' ? link : admin);

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** What is wrong with an answer; nothing when it is one that a caller can work with. */
function wrongWith(request: FuzzRequest, reply: RawReply | undefined): string | undefined {
  if (!reply) return (request.body?.length ?? 0) > CONTENT_BYTES_MAX ? undefined : 'no answer';
  const { status, contentType, body } = reply;
  const shown = `${status} ${contentType}: ${body.slice(0, 300)}`;
  if (status >= 500 || STACK.test(body)) return shown;
  if (status < 400) {
    if (contentType.startsWith('application/json') && body !== '') memory.learn(JSON.parse(body));
    return undefined;
  }
  const isProviders = /^\/v[12]\//.test(request.path) && contentType.startsWith('application/json');
  if (!isProviders && !contentType.startsWith('application/problem+json')) return shown;
  if (request.method === 'HEAD') return undefined;
  const problem = JSON.parse(body) as Record<string, unknown>;
  // The provider's own paths answer in the provider's envelope.
  if (isProviders)
    return [problem['code'], problem['message']].every((text) => typeof text === 'string') ? undefined : shown;
  const isWhole =
    problem['status'] === status &&
    [problem['code'], problem['detail'], problem['instance']].every((text) => typeof text === 'string');
  return isWhole ? undefined : shown;
}

const oddHeaders = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    {
      authorization: random.pick([
        'Basic',
        'Bearer',
        'Basic !!!',
        'Bearer a.b.c',
        `Bearer ${'A'.repeat(5_000)}`,
        'Digest a',
      ]),
    },
    { 'idempotency-key': random.pick(['a', 'k'.repeat(300), 'k'.repeat(301), `key-${random.int(1, 50)}`, ' ']) },
    { traceparent: random.pick(['00-0-0-0', 'x'.repeat(2_000), `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]) },
    { 'accept-language': random.pick(['*', 'x'.repeat(2_000), '']) },
    { accept: random.pick(['text/html', '', '*/*;q=0']) },
  ]);

async function attack(target: Target, count: number, seed: number): Promise<{ wrong: string[]; names: Set<string> }> {
  const { contract, document, url } = target;
  const requests = new FuzzRequests({ contract, document, memory, credentials, oddHeaders });
  const { send, close } = rawSender(url, LANES);
  const wrong: string[] = [];
  const names = new Set<string>();
  for (let first = 0; first < count; first += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
    const batch = await Promise.all(indexes.map((index) => requests.make(index, new Random(seed + index))));
    const replies = await Promise.all(batch.map(send));
    for (const [index, request] of batch.entries()) {
      names.add(request.name);
      const problem = wrongWith(request, replies[index]);
      if (problem !== undefined) wrong.push(`#${first + index} ${shown(request)}: ${problem}`);
    }
  }
  close();
  return { wrong, names };
}

const shown = ({ method, path, headers, body }: FuzzRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify({ ...headers, authorization: '' }).slice(0, 200)} ${body?.toString().slice(0, 400) ?? ''}`;

const STRANGER = 'nobodyKnowsThis';

/** The member that chooses between the alternatives of a body: without it no alternative is read. */
function choiceOf(body: Endpoint['body']): Readonly<Record<string, unknown>> {
  if (!(body instanceof z.ZodDiscriminatedUnion)) return {};
  const [first] = body.options;
  const name = body.def.discriminator;
  const literal: unknown = first instanceof z.ZodObject ? first.shape[name] : undefined;
  return literal instanceof z.ZodLiteral ? { [name]: literal.value } : {};
}

/** The answer to a request with an unknown member, and the paths of the fields that it names. */
async function asStranger({ url }: Target, e: Endpoint, part: 'query' | 'body') {
  const { method, path, body, bodyType } = e;
  const address = `${url}${path.replace(/\{\w+\}/g, 'a')}${part === 'query' ? `?${STRANGER}=1` : ''}`;
  const hasBody = part === 'body' || (method !== 'GET' && method !== 'DELETE');
  const isLines = bodyType === 'ndjson';
  const reply = await fetch(address, {
    method,
    headers: {
      ...credentials(e),
      ...(hasBody && { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' }),
    },
    ...(hasBody && { body: part === 'body' ? JSON.stringify({ ...choiceOf(body), [STRANGER]: 1 }) : '{}' }),
  });
  const text = await reply.text();
  const fields = [...text.matchAll(/"path":"([^"]*)"/g)].map(([, name]) => name);
  return { status: reply.status, fields, text };
}

test('every own endpoint refuses an unknown member of its query, and of its body, by name', async () => {
  const tolerated: string[] = [];
  let asked = 0;
  for (const target of targetsOf(platform))
    for (const [name, e] of Object.entries<Endpoint>(target.contract)) {
      if (e.scope === undefined || e.unknownFields === 'ignored') continue;
      for (const part of ['query', ...(e.body ? ['body' as const] : [])] as const) {
        asked += 1;
        const { status, fields, text } = await asStranger(target, e, part);
        // A line of many is refused by itself, in an answer that is a success.
        const isLine = e.bodyType === 'ndjson' && part === 'body';
        const expected = isLine ? STRANGER : `${part}.${STRANGER}`;
        if (status !== (isLine ? e.success.status : 400) || !fields.includes(expected))
          tolerated.push(`${target.name} ${name} ${part}: ${status} ${text.slice(0, 200)}`);
      }
    }
  expect(tolerated).toEqual([]);
  expect(asked).toBeGreaterThan(250);
}, 120_000);

test(`${REQUESTS} requests with something wrong are refused in one format, or answered, and never a 5xx`, async () => {
  const targets = targetsOf(platform);
  const operations = targets.reduce((sum, { contract }) => sum + Object.keys(contract).length, 0);
  let seed = SEED;
  for (const target of targets) {
    const own = Object.keys(target.contract);
    const count = Math.ceil((REQUESTS * own.length) / operations);
    const { wrong, names } = await attack(target, count, (seed += REQUESTS));
    expect({ service: target.name, wrong: wrong.slice(0, 20) }).toEqual({ service: target.name, wrong: [] });
    expect([...names].sort()).toEqual(own.sort());
  }
}, 600_000);

test('and every service is still ready', async () => {
  const statuses = await Promise.all(
    targetsOf(platform).map(async ({ url }) => (await fetch(`${url}/health/ready`)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});
