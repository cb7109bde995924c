import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCalendar, type Calendar } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { planFloor } from '../floors/plan-run.js';
import { timed } from './query-times.js';
import type { Parts, SideAnswer, SideOrder, SideSetup } from './side-order.js';

/** What the scheduler is configured with, as far as planning needs it. */
type Policy = Readonly<{
  calendar: Calendar;
  approvalThreshold: bigint;
  minimumPayout: bigint;
  weeklyLimit: bigint;
  dispatchAt: string;
}>;
type DraftRun = (db: DataSource, date: string, policy: Policy, now: () => Date) => Promise<void>;

/** A tool imports no app: it runs what the app was built to, as a process would. */
const DRAFT_RUN = resolve(import.meta.dirname, '../../../apps/payout-scheduler/dist/draft-run/draft-run.js');

let plan: ((date: string) => Promise<Parts>) | undefined;

async function open({ kind, url }: SideSetup): Promise<void> {
  if (kind === 'floor') {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    plan = (date) => planFloor(client, date);
    return;
  }
  const times = timed();
  const { draftRun } = (await import(pathToFileURL(DRAFT_RUN).href)) as { draftRun: DraftRun };
  const db = await connectDatabase({ url, poolSize: 4, applicationName: 'bench-subject' });
  const policy: Policy = {
    calendar: createCalendar(),
    approvalThreshold: 0n,
    minimumPayout: 1_000n,
    weeklyLimit: 10_000_000n,
    dispatchAt: '09:00:00',
  };
  plan = async (date) => {
    times.reset();
    await draftRun(db, date, policy, () => new Date(`${date}T04:00:00+09:00`));
    return times.parts();
  };
}

async function follow(order: SideOrder): Promise<SideAnswer> {
  if (order.do === 'open') {
    await open(order.setup);
    return { did: 'open' };
  }
  if (!plan) throw new Error('Open comes before plan');
  const begun = performance.now();
  const parts = await plan(order.date);
  const seconds = (performance.now() - begun) / 1_000;
  const inQueries = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { did: 'plan', seconds, parts: { ...parts, Node: seconds - inQueries } };
}

process.on('message', (order: SideOrder) => {
  void follow(order)
    .catch((error: Error): SideAnswer => ({ did: 'fail', message: error.stack ?? error.message }))
    .then((answer) => process.send?.(answer));
});
// Whoever started this is gone: nobody wants the answer any more.
process.on('disconnect', () => process.exit(0));
