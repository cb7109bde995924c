import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEntries, detachMonth, exportMonth, listMonths, monthFiles, reproveMonth } from '@jeongsan/books';
import { connectDatabase } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { ask } from '../../harness/bench-server.js';
import { measureGrowth, type Sized } from '../../harness/growth.js';
import { closedLoop } from '../../harness/load.js';
import type { Bench, Result } from '../../harness/measurement.js';
import { prepareLedger } from '../ledger-database.js';
import { LANES, SELLERS, sideOn } from '../ledger-side.js';
import { sellerName } from '../operations.js';
import { fillHistory, MONTHS } from './fill-history.js';

const SIZES = [1_000_000, 50_000_000];
const QUICK_SIZES = [100_000, 400_000];
const PAGE_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;
const HISTORY = { rounds: 15, operations: 400, unit: 'entries' };
const randomBelow = (limit: number): number => Math.floor(Math.random() * limit);
/** An instant of the past months, in days before now. */
const anInstant = (): Date => new Date(Date.now() - (32 + randomBelow((MONTHS - 1) * 30)) * DAY_MS);

type Ledger = Readonly<{ size: number; url: string; db: DataSource }>;

/** The three operations on ledgers of both sizes, and one month of the large ledger that is exported, detached and re-proved. */
export async function history(bench: Bench): Promise<Result> {
  const ledgers: Ledger[] = [];
  for (const size of bench.options.isQuick ? QUICK_SIZES : SIZES) {
    const url = await bench.server.createDatabase(`history_${size}`);
    await prepareLedger(url, SELLERS);
    await fillHistory(url, { entries: size, sellers: SELLERS }, bench.say);
    ledgers.push({
      size,
      url,
      db: await connectDatabase({ url, poolSize: LANES, applicationName: 'bench-history' }),
    });
  }
  try {
    const parts = [await posting(bench, ledgers)];
    for (const [name, read] of Object.entries(reads)) {
      bench.say(`measuring ${name}`);
      const sized = ledgers.map((ledger) => readingOf(ledger, read));
      parts.push(named(name, await measureGrowth(sized, HISTORY, bench.options)));
    }
    const [largest] = ledgers.slice(-1);
    if (largest) parts.push(await leavingMonth(bench, largest));
    return {
      summaries: [],
      findings: parts.flatMap(({ findings }) => findings),
      notes: parts.flatMap(({ notes }) => notes),
      problems: parts.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const { db } of ledgers) await db.destroy();
  }
}

type Part = Awaited<ReturnType<typeof measureGrowth>>;
const named = (name: string, { findings, notes, problems }: Part): Part => ({
  findings: findings.map((one) => ({ ...one, what: `${name}: ${one.what}` })),
  notes: notes.map((note) => `${name}: ${note}`),
  problems,
});

async function posting(bench: Bench, ledgers: readonly Ledger[]): Promise<Part> {
  const sides = [];
  for (const { size, url } of ledgers) {
    const about = { kind: 'subject', shape: 'spread', about: '', name: `at ${size}`, sellers: SELLERS } as const;
    sides.push({ ...(await sideOn(url, about)), size });
  }
  try {
    bench.say('measuring post');
    return named('post', await measureGrowth(sides, HISTORY, bench.options));
  } finally {
    for (const side of sides) await side.stop();
  }
}

type Read = (db: DataSource) => Promise<string | undefined>;
const reads: Readonly<Record<string, Read>> = {
  balance: async (db) => {
    const account = `seller:${sellerName(randomBelow(SELLERS))}:payable`;
    const [row] = await db.query<{ balance: bigint | null }[]>(`select ledger.balance_at($1, 'KRW', $2) as balance`, [
      account,
      anInstant(),
    ]);
    return row?.balance === null || row === undefined ? `${account} has no balance` : undefined;
  },
  page: async (db) => {
    const accounts = [`seller:${sellerName(randomBelow(SELLERS))}:payable`];
    const page = { from: anInstant(), until: null, after: null, limit: PAGE_ROWS };
    const rows = await accountEntries(db, { ...page, accounts, currency: 'KRW' });
    return rows.every(({ balance }) => balance !== null) ? undefined : 'A page has no balance';
  },
};

function readingOf({ size, db }: Ledger, read: Read): Sized {
  const problems = new Set<string>();
  return {
    size,
    loadSize: (load) =>
      closedLoop(LANES, load, async () => {
        const problem = await read(db);
        if (problem !== undefined) problems.add(problem);
      }),
    check: () => Promise.resolve([...problems]),
  };
}

/** The oldest month leaves: its files must have the totals that it was sealed with, and so must the files alone. */
async function leavingMonth(bench: Bench, { db, url }: Ledger): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-bench-month-'));
  const seconds: string[] = [];
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    bench.say(`measuring ${name}`);
    const start = performance.now();
    const result = await work();
    seconds.push(`${name} ${((performance.now() - start) / 1_000).toFixed(1)} s`);
    return result;
  };
  try {
    const [oldest] = await listMonths(db);
    if (!oldest) throw new Error('There is no month');
    const { month, entries, bytes } = oldest;
    const total = () =>
      ask<{ total: string }>(
        url,
        `select ledger.balance_at('seller:seller-1:payable', 'KRW', 'infinity')::text as total`,
      );
    const before = await total();
    const differences = await timed('export', () => exportMonth(db, month, folder, new Date()));
    await timed('detach', () => detachMonth(db, month, new Date()));
    differences.push(...(await timed('reprove', () => reproveMonth(join(folder, month), { db, month }))));
    const after = await total();
    const { size } = await stat(join(folder, month, monthFiles.entries));
    return {
      findings: [],
      notes: [
        `${month}: ${entries.toLocaleString('en')} entries, ${(Number(bytes) / 1e6).toFixed(0)} MB in Postgres, ${(size / 1e6).toFixed(0)} MB as Parquet; ${seconds.join(', ')}`,
      ],
      problems: [
        ...differences.map(({ subject, expected, found }) => `${subject}: sealed ${expected}, found ${found}`),
        ...(before[0]?.total === after[0]?.total ? [] : ['A balance changed when the month left']),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
