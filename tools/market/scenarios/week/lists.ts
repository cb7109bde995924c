import { type Endpoint, listPartOf } from '@jeongsan/http-contract';
import { API_PREFIX, operationsContract, type Service, serviceNames, services } from '@jeongsan/platform-contract';
import { parse } from 'csv-parse/sync';
import { Client } from 'pg';
import type { Platform } from '../../src/index.js';
import { operatorToken } from '../../src/platform/operators.js';

// Every list of every service after nine days of a market: as CSV through the front door, as JSON page by page from the service
// itself, and, for what money depends on, from the tables.

type Item = Readonly<Record<string, unknown>>;
type List = Readonly<{ name: string; service: Service; e: Endpoint; member: 'items' | 'days' }>;

const UNKNOWN = '018f0e5a-0000-7000-8000-000000000001';
/** Filters without which a list says nothing, or too much. */
const queries: Readonly<Record<string, Record<string, string>>> = {
  getCalendar: { from: '2026-05-01', to: '2026-05-31' },
  listLedgerEntries: { account: 'provider:receivable' },
  listDailyBalances: { from: '2026-05-01', to: '2026-05-12' },
};

let platform: Platform;
let db: Client;
let tokens: Readonly<Record<'operator' | 'auditor', string>>;

const lists: readonly List[] = serviceNames.flatMap((service) =>
  Object.entries<Endpoint>({ ...services[service], ...operationsContract }).flatMap(([name, e]) => {
    const part = listPartOf(e);
    return part ? [{ name, service, e, member: part.member }] : [];
  }),
);
const listOf = (name: string): List => {
  const found = lists.find((list) => list.name === name);
  if (!found) throw new Error(`There is no list ${name}`);
  return found;
};

type Query = Readonly<Record<string, string>>;
const ask = ({ e }: List, url: string, query: Query, accept: string): Promise<Response> =>
  fetch(`${url}?${new URLSearchParams(query).toString()}`, {
    headers: { accept, authorization: `Bearer ${e.scope === 'audit:read' ? tokens.auditor : tokens.operator}` },
  });
const pathOf = ({ e }: List, params: Query): string =>
  e.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? UNKNOWN));

/** The items of all pages; a status instead where the list is refused. */
async function asJson(list: List, params: Query, query: Query): Promise<{ items: Item[]; pages: number } | number> {
  const items: Item[] = [];
  const limit = { ...('limit' in (list.e.query?.shape ?? {}) && { limit: '7' }) };
  let after = {};
  for (let pages = 1; ; pages += 1) {
    const url = `${platform.apps[list.service].url}${pathOf(list, params)}`;
    const reply = await ask(list, url, { ...query, ...limit, ...after }, 'application/json');
    if (reply.status !== 200) return reply.status;
    const page = (await reply.json()) as Item & { nextCursor?: string | null };
    items.push(...(page[list.member] as Item[]));
    if (typeof page.nextCursor !== 'string') return { items, pages };
    after = { after: page.nextCursor };
  }
}

async function asCsv(list: List, params: Query, query: Query): Promise<Record<string, string>[] | number> {
  const isShared = list.name in operationsContract;
  const url = `${platform.door.url}${API_PREFIX}${isShared ? `/${list.service}` : ''}${pathOf(list, params)}`;
  const reply = await ask(list, url, query, 'text/csv');
  if (reply.status !== 200) return reply.status;
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return parse(Buffer.from(await reply.arrayBuffer()), { bom: true, columns: true, skip_empty_lines: false });
}

const cellOf = (item: Item, column: string): string => {
  let value: unknown = item;
  for (const name of column.split('.')) value = (value as Item | null | undefined)?.[name];
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return /^[=+\-@\t\r\n]/.test(value) && !/^-\d+$/.test(value) ? `'${value}` : value;
  return typeof value === 'object' ? JSON.stringify(value) : (value as number | boolean).toString();
};

/** The paths of an item's plain values. */
const leavesOf = (value: unknown, before = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, before === '' ? name : `${before}.${name}`))
    : [before];

async function lastOf(name: string, member: string): Promise<string> {
  const read = await asJson(listOf(name), {}, {});
  const value = typeof read === 'number' ? undefined : read.items.at(-1)?.[member];
  return typeof value === 'string' ? value : UNKNOWN;
}

async function look(at: Platform): Promise<void> {
  platform = at;
  tokens = {
    operator: await operatorToken(platform.keys, 'operator'),
    auditor: await operatorToken(platform.keys, 'auditor'),
  };
  db = new Client({ connectionString: platform.databaseUrl });
  await db.connect();
}

/** Defines the tests of the lists of a platform that has played a week. */
export function testLists(of: () => Platform): void {
  beforeAll(() => look(of()));
  afterAll(() => db?.end());

  test('each list as CSV is its JSON, page after page', async () => {
    const params = {
      orderId: await lastOf('listCancels', 'orderId'),
      sellerId: await lastOf('listSellerPositions', 'sellerId'),
      runId: await lastOf('listRuns', 'id'),
      statementId: await lastOf('listStatements', 'id'),
      month: '2026-05',
    };
    const filled: string[] = [];
    for (const list of lists) {
      const query = queries[list.name] ?? {};
      const [json, csv] = [await asJson(list, params, query), await asCsv(list, params, query)];
      if (typeof json === 'number' || typeof csv === 'number') {
        expect([list.name, csv]).toEqual([list.name, json]);
        continue;
      }
      expect([list.service, list.name, csv.length]).toEqual([list.service, list.name, json.items.length]);
      for (const [at, item] of json.items.entries()) {
        const row = csv[at] ?? {};
        const expected = Object.fromEntries(Object.keys(row).map((column) => [column, cellOf(item, column)]));
        expect({ list: list.name, row }).toEqual({ list: list.name, row: expected });
        const columns = Object.keys(row);
        const missing = leavesOf(item).filter(
          (leaf) =>
            leaf !== '' &&
            !columns.some((column) => `${leaf}.`.startsWith(`${column}.`) || column.startsWith(`${leaf}.`)),
        );
        expect({ list: list.name, missing }).toEqual({ list: list.name, missing: [] });
      }
      if (json.pages > 1) filled.push(list.name);
    }
    expect(new Set(filled).size).toBeGreaterThanOrEqual(15);
  });

  // prettier-ignore
  test.each([
    ['listOrders',        ['orderId', 'totalAmount'],      { sellerId: ':seller' }, `select distinct o.order_id, o.total from gateway.orders o join gateway.order_line l using (order_id) where l.seller_id = $1`],
    ['listPayments',      ['paymentKey', 'amount'],        { state: 'approved' },   `select p.payment_key, p.amount from gateway.payment p where p.state = 'approved' and ($1 <> '')`],
    ['listCancels',       ['cancelId', 'amount'],          {},                      `select c.id, c.amount from gateway.cancel c join gateway.payment p on p.id = c.payment_id where c.kind = 'cancel' and p.order_id is not null and ($1 <> '')`],
    ['listPayoutViews',   ['id', 'amount'],                { state: 'paid' },       `select p.id, p.amount from payouts.payout p where p.state = 'paid' and ($1 <> '')`],
    ['listStatements',    ['id', 'payoutAmount'],          { sellerId: ':seller' }, `select s.id, s.payout_amount from payouts.statement s where s.seller_id = $1`],
    ['listLedgerEntries', ['id', 'amount'],                { sellerId: ':seller' }, `select e.id, e.amount from ledger.entry e where e.account_code like 'seller:' || $1 || ':%'`],
    ['listLedgerPostings', ['id', 'key'],                  {},                      `select p.id, p.key from ledger.posting p where ($1 <> '')`],
  ] as const)('%s as CSV has the rows of the tables', async (name, columns, filter, sql) => {
    const seller = await lastOf('listStatements', 'sellerId');
    const query = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, value === ':seller' ? seller : value]));
    const csv = await asCsv(listOf(name), {}, query);
    if (typeof csv === 'number') throw new Error(`${name}: ${csv}`);
    const { rows } = await db.query<Record<string, unknown>>({ text: sql, values: [seller] });
    const expected = rows.map((row) => Object.values(row).map(String).join(' '));
    expect(csv.map((row) => columns.map((column) => row[column]).join(' ')).sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(0);
  });
}
