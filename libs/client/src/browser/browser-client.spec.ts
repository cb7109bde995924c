import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { services } from '@jeongsan/platform-contract';
import { createBrowserClient } from './browser-client.js';
import { ApiFailure } from './api-failure.js';
import type { JeongsanContract } from '../contract.js';
import { operationTable } from './operation-table.js';

const contract = Object.assign({}, ...Object.values(services)) as JeongsanContract;
const table = operationTable(contract);
const RUN = { params: { runId: '8d1ff97a-60eb-464a-b8d1-2b2d06ba5b72' } };

type Seen = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>;
let server: Server;
let base: string;
let answer: (reply: ServerResponse) => void;
const seen: Seen[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
beforeEach(() => seen.splice(0));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const json = (status: number, body: unknown) => (reply: ServerResponse) =>
  reply.writeHead(status, { 'content-type': 'application/json', 'x-trace-id': 'trace-1' }).end(JSON.stringify(body));
const client = (more = {}) =>
  createBrowserClient<JeongsanContract>(table, { base, headers: { 'x-own': '1' }, ...more });
const failureOf = async (call: Promise<unknown>): Promise<ApiFailure> => {
  const error: unknown = await call.then(() => undefined).catch((cause: unknown) => cause);
  if (error instanceof ApiFailure) return error;
  throw new Error('The call did not fail');
};

test('the table has every operation, with its scope, and no schema', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(contract).sort());
  expect(table.approveRun.slice(0, 4)).toEqual(['POST', '/payout-runs/{runId}/approve', 'payouts:approve', 'json']);
  expect(table.listRuns[3]).toBe('list');
  expect(table.watchRun[3]).toBe('events');
  expect(table.getTaxFile[3]).toBe('file');
});

test('params and query stand in the address, and an answer is as it was on the wire', async () => {
  answer = json(200, { items: [{ id: 'a/b' }], nextCursor: null });
  const page = await client().listOrderCancels({ params: { orderId: 'a/b c' } });
  expect(page).toEqual({ items: [{ id: 'a/b' }], nextCursor: null });
  await client().listRuns({ query: { state: 'draft', from: undefined, minAmount: '1000' } });
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/v1/orders/a%2Fb%20c/cancels',
    '/api/v1/payout-runs?state=draft&minAmount=1000',
  ]);
  expect(seen[0]?.headers).toMatchObject({ accept: 'application/json', 'x-own': '1' });
  expect(seen[0]?.headers['idempotency-key']).toBeUndefined();
});

test('a POST carries a key of its own, or the one that it is given', async () => {
  answer = json(200, {});
  const call = { ...RUN, body: { contentHash: 'h' } };
  await client().approveRun(call);
  await client().approveRun(call, { idempotencyKey: 'again' });
  expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen[1]?.headers['idempotency-key']).toBe('again');
  expect(seen[1]).toMatchObject({ method: 'POST', body: '{"contentHash":"h"}' });
});

test.each([
  [409, 'RUN_STATE', 'rejected'],
  [403, 'FORBIDDEN', 'rejected'],
  [401, 'SESSION_ENDED', 'rejected'],
  [409, 'BREAK_STATE', 'unknown'],
  [429, 'RUN_STATE', 'unknown'],
  [503, 'UNAVAILABLE', 'unknown'],
] as const)('HTTP %i with %s is %s', async (status, code, kind) => {
  answer = json(status, { code, detail: 'why', reasons: ['a'] });
  const failure = await failureOf(client().approveRun({ ...RUN, body: { contentHash: 'h' } }));
  expect(failure).toMatchObject({ kind, status, code, detail: 'why', traceId: 'trace-1' });
  expect(failure.members).toEqual({ reasons: ['a'] });
  expect(failure.idempotencyKey).toBe(seen[0]?.headers['idempotency-key']);
});

test('an answer that is no problem of ours, and none at all, leave the outcome unknown', async () => {
  answer = (reply) => reply.writeHead(502).end('<html>');
  expect(await failureOf(client().getMe())).toMatchObject({ kind: 'unknown', status: 502, code: 'NO_CODE' });
  answer = (reply) => reply.destroy();
  const failure = await failureOf(client().rejectRun(RUN));
  expect(failure).toMatchObject({ kind: 'unknown', status: 0, code: 'NO_REPLY' });
  expect(failure.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
});

test('a call without an answer in time has an unknown outcome', async () => {
  const open: ServerResponse[] = [];
  answer = (reply) => open.push(reply);
  expect(await failureOf(client({ timeoutMs: 50 }).getMe())).toMatchObject({ kind: 'unknown', code: 'NO_REPLY' });
  for (const reply of open) reply.end();
});

test('a list is read as CSV, and a file keeps its name', async () => {
  answer = (reply) => reply.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n');
  const csv = await client().csv('listPayoutViews', { query: { state: 'paid' } });
  expect(await csv.bytes.text()).toBe('a,b\n');
  expect(seen[0]).toMatchObject({ url: '/api/v1/payouts?state=paid', headers: { accept: 'text/csv' } });
  const disposition = `attachment; filename="tax.csv"; filename*=UTF-8''${encodeURIComponent('세금 5월.csv')}`;
  answer = (reply) => reply.writeHead(200, { 'content-disposition': disposition }).end('x');
  expect(await client().getTaxFile({ params: { month: '2026-05' } })).toMatchObject({
    fileName: '세금 5월.csv',
  });
});
