import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallError, createJeongsanClient } from './index.js';

const runId = '018f0e5a-0000-7000-8000-000000000001';
const progress = (paid: number, finished = false) => ({
  ...{ runId, state: finished ? 'closed' : 'dispatching', payoutCount: 3, total: 3_000, finished },
  payouts: [{ state: 'paid', count: paid, amount: paid * 1_000 }],
});
const event = (id: string, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

let server: Server;
let asked: IncomingMessage[];
/** What the server does with each request, in their order; the last one is repeated. */
let answers: ((response: ServerResponse) => void)[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answers[Math.min(asked.length, answers.length) - 1]?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const api = () =>
  createJeongsanClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, credential: 'key' });
const streaming = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const problem = (status: number, code: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'x-trace-id': 'trace-1' }).end(JSON.stringify({ code, detail: 'd' }));

async function read<T>(
  states: AsyncIterable<T>,
  onState: () => void = () => undefined,
): Promise<{ states: T[]; error?: CallError }> {
  const found: T[] = [];
  try {
    for await (const state of states) {
      found.push(state);
      onState();
    }
    return { states: found };
  } catch (error) {
    return { states: found, error: error as CallError };
  }
}

test('states arrive as they change; lost connections are made again from the last one; the finished one ends it', async () => {
  const half = event('b', progress(2));
  answers = [
    (response) => {
      streaming(response).write(`retry: 10\n\n:\n\n${event('a', progress(1))}${half.slice(0, 30)}`);
      setTimeout(() => response.write(half.slice(30), () => setTimeout(() => response.destroy(), 40)), 20);
    },
    problem(503, 'UNAVAILABLE'),
    (response) => void streaming(response).end(':\n\n'),
    (response) => void streaming(response).write(event('c', progress(3, true))),
  ];
  const { states, error } = await read(api().watchRun({ params: { runId } }));
  expect(error).toBeUndefined();
  expect(states.map(({ payouts: [paid], finished }) => [paid?.amount, finished])).toEqual([
    [1_000n, false],
    [2_000n, false],
    [3_000n, true],
  ]);
  expect(asked.map(({ headers }) => [headers.accept, headers['last-event-id'], headers.authorization])).toEqual([
    ['text/event-stream', undefined, 'Bearer key'],
    ...Array.from({ length: 3 }, () => ['text/event-stream', 'b', 'Bearer key']),
  ]);
});

// prettier-ignore
test.each([
  ['a run that is none',            problem(404, 'RUN_NOT_FOUND'),  'rejected', 'RUN_NOT_FOUND'],
  ['a service that is away',        problem(503, 'UNAVAILABLE'),    'unknown',  'UNAVAILABLE'],
  ['a state of another form',       (response: ServerResponse) => void streaming(response).write(event('a', { runId })), 'unknown', 'CONTRACT_DRIFT'],
  ['a connection refused halfway',  (response: ServerResponse) => void response.destroy(), 'unknown', 'NO_REPLY'],
])('%s at the beginning throws, and is not asked for again', async (_, answer, outcome, code) => {
  answers = [answer];
  const { states, error } = await read(api().watchRun({ params: { runId } }));
  expect({ states, outcome: error?.outcome, code: error?.code }).toEqual({ states: [], outcome, code });
  expect(asked).toHaveLength(1);
});

test('a listener that has enough, or whose signal is aborted, closes its connection', async () => {
  const closed: Promise<unknown>[] = [];
  const endless = (response: ServerResponse) => {
    closed.push(once(response, 'close'));
    streaming(response).write(event('a', progress(1)));
  };
  answers = [endless];
  for await (const { finished } of api().watchRun({ params: { runId } })) {
    expect(finished).toBe(false);
    break;
  }
  const aborting = new AbortController();
  const watching = api().watchRun({ params: { runId } }, { signal: aborting.signal });
  const { states, error } = await read(watching, () => aborting.abort());
  expect([states.length, error?.code]).toEqual([1, 'ABORTED']);
  expect(await Promise.all(closed)).toHaveLength(2);
});

test('a list as CSV arrives in parts; one that breaks off throws, and a refusal is a refusal', async () => {
  answers = [
    (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('"a"\r\n1\r\n'),
    (response) => {
      response.writeHead(200).write('"a"\r\n');
      setTimeout(() => response.destroy(), 20);
    },
    problem(403, 'FORBIDDEN'),
  ];
  const whole = await read(api().csv.listPayoutViews({ query: { state: 'failed' } }));
  expect(Buffer.concat(whole.states).toString()).toBe('"a"\r\n1\r\n');
  expect([asked[0]?.url, asked[0]?.headers.accept]).toEqual(['/api/v1/payouts?state=failed', 'text/csv']);
  const broken = await read(api().csv.listPayoutViews());
  expect([broken.states.length, broken.error?.code]).toEqual([1, 'NO_REPLY']);
  const refused = await read(api().csv.listPayoutViews());
  expect(refused.error).toMatchObject({ outcome: 'rejected', code: 'FORBIDDEN', traceId: 'trace-1' });
});
