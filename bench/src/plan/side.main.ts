import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCalendar, type Calendar } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { planFloor } from '../floors/plan-run.js';
import { followOrders } from '../harness/side-child.js';
import { watchHeap } from './heap-use.js';
import { timed } from './query-times.js';
import type { Parts, Planned, SideAnswer, SideKind, SideOrder } from './side-order.js';

/** What the scheduler is configured with, as far as planning needs it. */
type Policy = Readonly<{
  calendar: Calendar;
  selfApproveUpTo: bigint | null;
  minimumPayout: bigint;
  weeklyLimit: bigint;
  dispatchAt: string;
}>;
type DraftRun = (db: DataSource, date: string, policy: Policy, now: () => Date) => Promise<void>;

/** A tool imports no app: it runs what the app was built to, as a process would. */
const DRAFT_RUN = resolve(
  import.meta.dirname,
  '../../../apps/payout-scheduler/dist/payouts/runs/draft-run/draft-run.js',
);

/** Whatever it needs is at hand before it begins to be measured. */
type Plan = (url: string, date: string) => Promise<Planned>;

const makers: Record<SideKind, () => Promise<Plan>> = {
  floor: () =>
    Promise.resolve(async (url, date) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await measured(() => planFloor(client, date));
      } finally {
        await client.end();
      }
    }),
  subject: async () => {
    const times = timed();
    const { draftRun } = (await import(pathToFileURL(DRAFT_RUN).href)) as { draftRun: DraftRun };
    const policy: Policy = {
      calendar: createCalendar(),
      selfApproveUpTo: null,
      minimumPayout: 1_000n,
      weeklyLimit: 10_000_000n,
      dispatchAt: '09:00:00',
    };
    return async (url, date) => {
      const db = await connectDatabase({ url, poolSize: 4, applicationName: 'bench-subject' });
      times.reset();
      try {
        return await measured(async () => {
          await draftRun(db, date, policy, () => new Date(`${date}T04:00:00+09:00`));
          return times.parts();
        });
      } finally {
        await db.destroy();
      }
    };
  },
};

async function measured(work: () => Promise<Parts>): Promise<Planned> {
  const heapUse = watchHeap();
  const begun = performance.now();
  const parts = await work();
  const seconds = (performance.now() - begun) / 1_000;
  const inQueries = Object.values(parts).reduce((sum, part) => sum + part, 0);
  // Lanes ask beside one another, and their questions may take longer than the run: what Node did then does not follow.
  const node = seconds > inQueries ? { Node: seconds - inQueries } : {};
  return { seconds, parts: { ...parts, ...node }, heap: heapUse() };
}

let plan: Plan | undefined;

async function follow(order: SideOrder): Promise<SideAnswer> {
  if (order.do === 'open') {
    plan = await makers[order.kind]();
    return { did: 'open' };
  }
  if (!plan) throw new Error('Open comes before plan');
  return { did: 'plan', planned: await plan(order.url, order.date) };
}

followOrders(follow);
