import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { open, parseSecurityKey, seal } from '@jeongsan/jwe';
import { bookLine, BOOK_PATH, digestOf, type ProviderBook } from '../dispatch/provider-book.js';
import { nullProviderEnv } from '../env.js';

// A provider that accepts everything: opens the request, waits, seals a yes. It keeps what it was sent, and knows no rule.
const { port, securityKey, answersAfterMs } = nullProviderEnv();
const key = parseSecurityKey(securityKey);
const AVAILABLE = { currency: 'KRW', value: 900_000_000_000_000 };
const LISTED_MAX = 1_000;

type Asked = {
  refPayoutId: string;
  destination: string;
  scheduleType: string;
  payoutDate?: string | null;
  amount: { currency: string; value: number };
  transactionDescription: string;
};
type Made = Asked & {
  id: string;
  payoutDate: string;
  requestedAt: string;
  status: 'REQUESTED';
  error: null;
  metadata: null;
};

const made: Made[] = [];
const places = new Map<string, number>();
let calls = 0;
let repeated = 0;
let underWay = 0;
let underWayMax = 0;

const seoulTime = (): string => `${new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`;
const envelope = (entityType: string, entityBody: object): string =>
  JSON.stringify({ version: '2022-11-16', traceId: 'bench', entityType, entityBody });
const listOf = (items: readonly Made[], hasMore: boolean): string =>
  envelope('payout-list', {
    hasMore,
    size: items.length,
    nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null,
    items,
  });

function accept(asked: Asked): Made {
  const requestedAt = seoulTime();
  const payoutDate = asked.payoutDate ?? requestedAt.slice(0, 10);
  const id = `FPA${asked.refPayoutId.replaceAll('-', '').slice(0, 32)}`;
  const payout = { ...asked, id, payoutDate, requestedAt, status: 'REQUESTED' as const, error: null, metadata: null };
  if (places.has(id)) repeated += 1;
  places.set(id, made.push(payout) - 1);
  return payout;
}

async function createPayouts(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = performance.now();
  underWay += 1;
  underWayMax = Math.max(underWayMax, underWay);
  const { text } = await open(await bodyOf(request), [key]);
  const answer = await seal(listOf((JSON.parse(text) as Asked[]).map(accept), false), key, { now: () => new Date() });
  calls += 1;
  const send = (): void => {
    underWay -= 1;
    response.setHeader('content-type', 'text/plain').end(answer);
  };
  const left = answersAfterMs - (performance.now() - arrived);
  if (left > 0) setTimeout(send, left);
  else send();
}

/** Every payout in the order they were requested; the window of dates is not asked about: whoever lists wants what was sent. */
function list(url: URL, response: ServerResponse): void {
  const limit = Math.min(LISTED_MAX, Number.parseInt(url.searchParams.get('limit') ?? '100', 10));
  const after = url.searchParams.get('startingAfter');
  const from = after === null ? 0 : (places.get(after) ?? -1) + 1;
  const items = made.slice(from, from + limit);
  json(response, listOf(items, from + items.length < made.length));
}

function get(id: string, response: ServerResponse): void {
  const payout = made[places.get(id) ?? -1];
  if (payout) json(response, envelope('payout', payout));
  else response.writeHead(404).end();
}

function book(): ProviderBook {
  const lines = made.map(({ amount, ...payout }) => bookLine({ ...payout, amount: amount.value }));
  const total = made.reduce((sum, { amount }) => sum + amount.value, 0);
  return { calls, payouts: made.length, repeated, total, underWayMax, digest: digestOf(lines) };
}

const json = (response: ServerResponse, text: string): void => {
  response.setHeader('content-type', 'application/json').end(text);
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://provider');
  if (request.method === 'POST' && url.pathname === '/v2/payouts') {
    // A batch that does not open is a bug of whoever is measured: its caller sees the connection end.
    createPayouts(request, response).catch(() => response.destroy());
  } else if (url.pathname === '/v2/payouts') list(url, response);
  else if (url.pathname.startsWith('/v2/payouts/')) get(url.pathname.slice('/v2/payouts/'.length), response);
  else if (url.pathname === '/v2/balances')
    json(response, envelope('balance', { pendingAmount: { currency: 'KRW', value: 0 }, availableAmount: AVAILABLE }));
  else if (url.pathname === BOOK_PATH) json(response, JSON.stringify(book()));
  else json(response, '{}');
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1');
