import { keepVerification, sealLedger, verifyLedger, verifyNew } from '@jeongsan/books';
import { connectDatabase } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import { withClient } from '../harness/bench-server.js';
import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { growthExponents, median, pairwise, type Ratio } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding } from '../harness/verdict.js';
import { prepareLedger } from './ledger-database.js';
import { sellerName } from './operations.js';

const SIZES = { full: 1_000_000, quick: 20_000 };
const GROWTH = 10;
const ENTRIES_PER_SELLER = 500;
const NEW_SHARE = 0.01;
const WAYS = ['floor', 'full', 'new'] as const;
type Way = (typeof WAYS)[number];
type Timed = Readonly<{ entries: number; seconds: Readonly<Record<Way, number[]>> }>;

export const verifyMeasurement: Measurement = {
  name: 'books-verify',
  title: 'verifying a ledger, all of it and its newest hundredth, over raw sums per posting and per account',
  run: verifyBooks,
};

/** `--rows N`: N entries instead of 1,000,000; a tenth of them shows the growth. */
async function verifyBooks(bench: Bench): Promise<Result> {
  const entries = bench.options.rows ?? (bench.options.isQuick ? SIZES.quick : SIZES.full);
  const problems: string[] = [];
  const timed: Timed[] = [];
  for (const size of [Math.ceil(entries / GROWTH), entries]) {
    bench.say(`preparing ${size.toLocaleString('en')} entries`);
    const url = await bench.server.createDatabase(`verify_${size}`);
    const db = await verifiedLedger(url, size);
    try {
      const seconds: Record<Way, number[]> = { floor: [], full: [], new: [] };
      bench.say('measuring');
      for (let round = -1; round < bench.options.pairs; round += 1) {
        for (const way of WAYS) {
          const start = performance.now();
          const problem = await db.transaction('REPEATABLE READ', ways[way]);
          if (problem !== null) problems.push(`${way}: ${problem}`);
          // The first round fills the caches.
          if (round >= 0) seconds[way].push((performance.now() - start) / 1_000);
        }
      }
      timed.push({ entries: size, seconds });
    } finally {
      await db.destroy();
    }
  }
  return { summaries: [], findings: findingsOf(timed), notes: timed.map(noteOf), problems };
}

const ways: Readonly<Record<Way, (tx: EntityManager) => Promise<string | null>>> = {
  floor: async (tx) => {
    await tx.query(`set local work_mem = '64MB'`);
    await tx.query(`set local jit = off`);
    const wrong = await tx.query<unknown[]>(
      `select posting_id from ledger.entry group by posting_id, currency having sum(amount) <> 0`,
    );
    await tx.query(
      `select count(*) from (select account_code, currency, sum(amount) from ledger.entry group by account_code, currency) a`,
    );
    return wrong.length === 0 ? null : `${wrong.length} postings do not balance`;
  },
  full: async (tx) => soundness(await verifyLedger(tx)),
  new: async (tx) => soundness(await verifyNew(tx)),
};
const soundness = ({ sound, flaws }: Awaited<ReturnType<typeof verifyLedger>>): string | null =>
  sound ? null : JSON.stringify(flaws[0]);

/** A sealed and verified ledger, and its newest hundredth, sealed after the verification. */
async function verifiedLedger(url: string, entries: number): Promise<DataSource> {
  const sellers = Math.ceil(entries / ENTRIES_PER_SELLER);
  await prepareLedger(url, sellers);
  await fill(url, entries, sellers);
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'bench-verify' });
  await sealLedger(db);
  await db.transaction('REPEATABLE READ', (tx) =>
    keepVerification(tx, 'FULL', { businessDate: '2026-01-01', now: new Date() }),
  );
  await fill(url, Math.ceil(entries * NEW_SHARE), sellers);
  await sealLedger(db);
  return db;
}

/** Reservations of one won, written as rows: posting them takes longer than everything that is measured. */
const fill = (url: string, entries: number, sellers: number): Promise<void> =>
  withClient(url, async (db) => {
    await db.query('begin');
    await db.query('set local session_replication_role = replica');
    await db.query(
      `with planned as materialized (
         select 'payout.reserved/' || gen_random_uuid() as key, 'seller:' || ($2::text[])[1 + (n * 7919) % $3::int] as seller
           from generate_series(1::bigint, $1::bigint) as n
       ), made as (
         insert into ledger.posting (key, template, facts_hash, effective_at)
         select key, 'payout.reserved', encode(sha256(convert_to(seller || ':payable|' || seller || ':reserved|1|KRW', 'UTF8')), 'hex'), now()
           from planned
         returning id, key, effective_at
       )
       insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
       select m.id, p.seller || leg.account, 'KRW', leg.amount, m.effective_at
         from made m join planned p using (key) cross join (values (':payable', 1), (':reserved', -1)) as leg(account, amount)
        order by m.id, leg.amount desc`,
      [Math.ceil(entries / 2), Array.from({ length: sellers }, (_, n) => sellerName(n)), sellers],
    );
    await db.query(
      `update ledger.account a set balance = s.amount
         from (select account_code, currency, sum(amount)::bigint as amount from ledger.entry group by 1, 2) s
        where a.guarded and s.account_code = a.code and s.currency = a.currency and a.balance <> s.amount`,
    );
    await db.query('commit');
    await db.query('vacuum analyze');
  });

function findingsOf([small, large]: readonly Timed[]): Result['findings'] {
  if (!small || !large) throw new Error('Two ledgers were measured');
  const { floor, full } = large.seconds;
  const growth = (way: Way): Ratio =>
    growthExponents(pairwise(large.seconds[way], small.seconds[way]), large.entries / small.entries);
  return [
    finding('all of it over raw sums', pairwise(full, floor), { atMost: 2, aim: 1.5 }, floor),
    finding('the newest hundredth over all of it', pairwise(large.seconds.new, full), { atMost: 0.05 }, full),
    finding('p of all of it', growth('full'), { atMost: growth('floor').median + 0.1 }, floor),
    finding('p of the newest hundredth', growth('new'), undefined, floor),
    finding('p of raw sums', growth('floor'), undefined, floor),
  ];
}

const noteOf = ({ entries, seconds }: Timed): string =>
  `${entries.toLocaleString('en')} entries: ${WAYS.map((way) => `${way} ${short(median(seconds[way]), 's')}`).join(', ')}`;
