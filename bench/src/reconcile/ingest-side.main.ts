import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addDays } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import type { WireReply, WireRequest } from '@jeongsan/http-contract';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { type RecordLists, recordLists } from '@jeongsan/provider-client';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { followOrders } from '../harness/side-child.js';
import { ask } from '../harness/bench-server.js';
import { FIRST_DAY } from '../sandbox/records.js';
import { SECRET_KEY } from '../sandbox/sandbox-process.js';
import { copyPlainly, type PlainPage, plainPages, plainTables, recordTables } from '../floors/plain-records.js';
import type { SideAnswer, SideKind, SideOrder } from './ingest-order.js';
import { PAGE, settlementPages, transactionPages } from './read-plainly.js';

/** A tool imports no app: it runs what the app was built to, as a process would. */
const DOWNLOAD = resolve(import.meta.dirname, '../../../apps/settlement-reconciler/dist/download/download.js');
type Listing = Readonly<{
  id: bigint;
  account: string;
  source: string;
  day: string;
  pass: number;
  cursor: null;
  pages: number;
}>;
type Download = (
  db: DataSource,
  api: RecordLists,
  it: Listing,
  seen: Readonly<{ businessDate: string; now: Date }>,
  settings: object,
) => Promise<void>;

const NIGHT = addDays(FIRST_DAY, 1);
const settings = {
  ...{ settlementCycle: 'DAILY', pendingDays: 2, pageSize: PAGE, lookBackDays: 0, pagesPerMinute: 60_000 },
  ...{ pageTries: 1, retryPauseMs: 1, looksWaitMs: 0, recheckPauseMs: 1 },
  seal: new DataSeal(DataKeys.parse('da'.repeat(32))),
};

type Pages = Readonly<{ transactions: readonly string[]; settlements: readonly string[] }>;

async function firstPages(pages: AsyncIterable<string>, count: number): Promise<string[]> {
  const found: string[] = [];
  for await (const page of pages) {
    if (page === '[]' || found.length === count) break;
    found.push(page);
  }
  return found;
}

/** A provider in memory: its answers are at hand, as bytes and as text, so what is left is our own work. */
function clientOf({ transactions, settlements }: Pages): RecordLists {
  let read = 0;
  const bytes = new Map([...transactions, ...settlements, '[]'].map((page) => [page, new TextEncoder().encode(page)]));
  const answer = (body = '[]'): WireReply => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
    bytes: bytes.get(body) ?? new Uint8Array(),
  });
  const send = async ({ url }: WireRequest): Promise<WireReply> => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/v1/settlements') return answer(settlements[Number(searchParams.get('page')) - 1]);
    read = searchParams.has('startingAfter') ? read + 1 : 0;
    return answer(transactions[read]);
  };
  return recordLists({
    baseUrl: 'http://provider',
    secretKey: SECRET_KEY,
    now: () => new Date(),
    send,
  });
}

async function subject(url: string, pages: Pages): Promise<() => Promise<void>> {
  const { download } = (await import(pathToFileURL(DOWNLOAD).href)) as { download: Download };
  const db = await connectDatabase({ url, poolSize: 4, applicationName: 'bench-subject' });
  const api = clientOf(pages);
  const listings: Listing[] = [];
  await db.query(
    `insert into reconciliation.run (business_date, state, started_at) values ($1, 'downloading', now())`,
    [NIGHT],
  );
  for (const source of ['transactions', 'settlements-sold']) {
    const [row] = await db.query<{ id: bigint }[]>(
      `insert into reconciliation.download (business_date, source, day) values ($1, $2, $3) returning id`,
      [NIGHT, source, FIRST_DAY],
    );
    listings.push({ id: row?.id ?? 0n, account: '', source, day: FIRST_DAY, pass: 1, cursor: null, pages: 0 });
  }
  return async () => {
    const seen = { businessDate: NIGHT, now: new Date() };
    // Both at once, as a night reads them.
    await Promise.all(listings.map((listing) => download(db, api, listing, seen, settings)));
  };
}

async function copied(url: string, pages: readonly PlainPage[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return () => copyPlainly(client, pages);
}

const works = {
  floor: (url, pages) => copied(url, plainPages(plainTables, pages)),
  tables: (url, pages) => copied(url, plainPages(recordTables, pages)),
  subject,
} as const satisfies Record<SideKind, (url: string, pages: Pages) => Promise<() => Promise<void>>>;

/** Empties what a round has stored. Nothing else of the database is touched. */
const emptyRecords = [
  `truncate reconciliation.transaction, reconciliation.settlement, reconciliation.page, reconciliation.raw_page, reconciliation.unreadable_row`,
  `update reconciliation.download set cursor = null, pages = 0, rows = 0, done = false`,
] as const;
const empty = {
  subject: emptyRecords,
  tables: emptyRecords,
  floor: ['truncate plain_transaction, plain_settlement'],
} as const satisfies Record<SideKind, readonly string[]>;
const countOf = ({ transaction, settlement }: typeof recordTables): string =>
  `select (select count(*) from ${transaction}) + (select count(*) from ${settlement}) as n`;
const stored = {
  subject: countOf(recordTables),
  tables: countOf(recordTables),
  floor: countOf(plainTables),
} as const satisfies Record<SideKind, string>;

let ingest: (() => Promise<Extract<SideAnswer, { did: 'ingest' }>>) | undefined;

async function follow(order: SideOrder): Promise<SideAnswer> {
  if (order.do === 'ingest') {
    if (!ingest) throw new Error('Open comes before ingest');
    return ingest();
  }
  const { kind, url, providerUrl, pages: count } = order;
  const pages: Pages = {
    transactions: await firstPages(transactionPages(providerUrl), count),
    settlements: await firstPages(settlementPages(providerUrl), count),
  };
  const work = await works[kind](url, pages);
  ingest = async () => {
    for (const sql of empty[kind]) await ask(url, sql);
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1_000;
    const [row] = await ask<{ n: string }>(url, stored[kind]);
    return { did: 'ingest', seconds, stored: Number(row?.n) };
  };
  const all = [...pages.transactions, ...pages.settlements];
  return { did: 'open', rows: all.length * PAGE, bytes: all.reduce((sum, page) => sum + page.length, 0) };
}

followOrders(follow);
