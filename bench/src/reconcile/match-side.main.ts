import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectDatabase } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import { followOrders } from '../harness/side-child.js';
import { MATCH_DAY, MATCH_RUN } from './match-data.js';
import type { MatchAnswer, MatchOrder, MatchWay } from './match-order.js';

type Window = object;
type Matching = Readonly<{
  tryMatch: (tx: EntityManager, window: Window, seen: object, settings: object) => Promise<ReadonlyMap<string, number>>;
  dryMatch: (tx: EntityManager, window: Window, now: Date, settings: object) => AsyncGenerator<readonly object[]>;
  commitMatch: (tx: EntityManager, window: Window, seen: object, settings: object) => Promise<unknown>;
}>;
type Session = Readonly<Record<'prepareComparing' | 'compareTogether', (tx: EntityManager) => Promise<void>>>;
type Windows = Readonly<{ windowOfDays: (tx: EntityManager, from: string, to: string) => Promise<Window> }>;

/** A tool imports no app: it runs the files that the app was built to, as a process would. */
const APP = resolve(import.meta.dirname, '../../../apps/settlement-reconciler/dist/match-records');
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(resolve(APP, file)).href)) as T;

const NOW = new Date(`${MATCH_RUN}T03:00:00+09:00`);
const SEEN = { businessDate: MATCH_RUN, now: NOW };
const SETTINGS = { settlementCycle: 'DAILY' };
const FLOOR = `
  select count(*)::int as differences
    from (select transaction_key, amount, currency from reconciliation.transaction where business_date = $1) t
    full join (select transaction_key, amount, currency from reconciliation.settlement where sold_date = $1) s using (transaction_key)
   where (t.amount, t.currency) is distinct from (s.amount, s.currency)`;
const OF_DAY = `approved_at >= $1::date::timestamp at time zone 'Asia/Seoul' and approved_at < ($1::date + 1)::timestamp at time zone 'Asia/Seoul'`;
const BESIDE_FLOOR = [
  `
  select count(*)::int as differences
    from (select transaction_key, amount, currency from gateway.payment where ${OF_DAY}) p
    full join (select transaction_key, amount, currency from reconciliation.transaction where business_date = $1) t using (transaction_key)
   where (t.amount, t.currency) is distinct from (p.amount, p.currency)`,
  `
  select count(*)::int as differences
    from (select order_id, amount, currency from gateway.payment where ${OF_DAY}) p join gateway.orders o using (order_id)
   where (o.total, o.currency) is distinct from (p.amount, p.currency)`,
];

class Undone extends Error {}

const ways: Readonly<Record<MatchWay, (tx: EntityManager) => Promise<number>>> = {
  floor: (tx) => joined(tx, [FLOOR]),
  joins: (tx) => joined(tx, [FLOOR, ...BESIDE_FLOOR]),
  compare: async (tx) => {
    const [{ tryMatch }, { windowOfDays }] = await modules();
    const window = await windowOfDays(tx, MATCH_DAY, MATCH_DAY);
    const open = await tryMatch(tx, window, SEEN, SETTINGS);
    return [...open.values()].reduce((sum, some) => sum + some, 0);
  },
  list: async (tx) => {
    const [{ dryMatch }, { windowOfDays }] = await modules();
    let count = 0;
    for await (const page of dryMatch(tx, await windowOfDays(tx, MATCH_DAY, MATCH_DAY), NOW, SETTINGS))
      count += page.length;
    return count;
  },
  commit: async (tx) => {
    const [{ commitMatch }, { windowOfDays }] = await modules();
    await commitMatch(tx, await windowOfDays(tx, MATCH_DAY, MATCH_DAY), SEEN, SETTINGS);
    const [row] = await tx.query<{ n: number }[]>(`select count(*)::int as n from reconciliation.break`);
    return row?.n ?? 0;
  },
};
/** Raw joins have the session settings of a comparison. */
async function joined(tx: EntityManager, queries: readonly string[]): Promise<number> {
  const { prepareComparing, compareTogether } = await load<Session>('comparing-session.js');
  await prepareComparing(tx);
  await compareTogether(tx);
  let count = 0;
  for (const query of queries) {
    const [row] = await tx.query<{ differences: number }[]>(query, [MATCH_DAY]);
    count += row?.differences ?? 0;
  }
  return count;
}
const modules = () => Promise.all([load<Matching>('match-records.js'), load<Windows>('windows.js')]);

let connected: { url: string; db: DataSource } | undefined;

async function follow({ way, url }: MatchOrder): Promise<MatchAnswer> {
  if (connected?.url !== url) {
    await connected?.db.destroy();
    connected = { url, db: await connectDatabase({ url, poolSize: 1, applicationName: 'bench-match' }) };
  }
  let differences = 0;
  const begun = performance.now();
  // Every round begins with the same data: nothing of it is kept.
  await connected.db
    .transaction('REPEATABLE READ', async (tx) => {
      differences = await ways[way](tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  const seconds = (performance.now() - begun) / 1_000;
  return { did: 'match', seconds, differences, peakRssBytes: process.resourceUsage().maxRSS * 1_024 };
}

followOrders(follow);
