import { addDays } from '@jeongsan/calendar';
import { type Executor, transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { planDownloads } from '../download/plan-downloads.js';
import { matchRecords, tryMatch } from '../match-records/match-records.js';
import { windowOfRun } from '../match-records/windows.js';
import { type Proven, proveNight } from '../prove-night/prove-night.js';
import type { Provider } from '../provider.js';
import { lockRun } from '../reconcile/begin-run.js';
import { reconcileNight, type RunSettings } from '../reconcile/reconcile.js';
import { announceBreaks } from '../report-breaks/announce-breaks.js';
import { endedResults } from './read-hand-runs.js';

type Stage = 'begin' | 'download' | 'match' | 'prove' | 'end';
type HandRun = {
  id: string;
  from_date: string;
  to_date: string;
  mode: 'reconcile' | 'match' | 'prove';
  dry_run: boolean;
  day: string | null;
  stage: Stage | null;
  proof_number: number | null;
  state: string;
  /** Of the dates that ended, and of the date at hand its open breaks by class when it began. */
  results: readonly Readonly<{ businessDate: string; before?: Readonly<Record<string, number>> }>[];
};
type Context = Readonly<{ db: DataSource; accounts: Provider['accounts']; settings: RunSettings; now: () => Date }>;

/**
 * Works off a run by hand, date by date. The date and its stage are stored before each step, so the job may stop anywhere and be repeated: it
 * goes on with the date that it was at. A date that was never read ends the run as failed, with the reason.
 */
export async function runByHand(context: Context, runId: string): Promise<void> {
  const run = await readRun(context.db, runId);
  if (!isOpen(run)) return;
  try {
    for (let day = run.day ?? run.from_date; day <= run.to_date; day = addDays(day, 1))
      await workOn(context, runId, day);
  } catch (error) {
    if (error instanceof RunCanceled) return;
    // The process may be ending, or a server may be away: the job is tried again, and gives up only for an error of the work itself.
    if (!isOfTheWork(error)) throw error;
    return finish(context, runId, 'failed', (error as Error).message);
  }
  await finish(context, runId, 'done', null);
}

/** Thrown for a date that cannot be worked on, whatever is tried. */
class DayRefused extends Error {
  override name = 'DayRefused';
}
/** Thrown at the next step of a run that a person canceled. */
class RunCanceled extends Error {
  override name = 'RunCanceled';
}
const isOpen = ({ state }: Pick<HandRun, 'state'>): boolean => state === 'queued' || state === 'running';
const isOfTheWork = (error: unknown): boolean => error instanceof DayRefused;

async function readRun(db: DataSource, id: string): Promise<HandRun> {
  const [run] = await db.query<HandRun[]>(`select * from reconciliation.hand_run where id = $1`, [id]);
  if (!run) throw new Error(`There is no run by hand ${id}`);
  return run;
}

async function workOn(context: Context, runId: string, day: string): Promise<void> {
  const run = await beginDay(context, runId, day);
  if (run.mode === 'match') return matchDay(context, run, day);
  if (run.stage === 'end') return;
  const { db, settings, now } = context;
  const seen = { businessDate: day, now: now() };
  if (run.mode === 'reconcile') await reconcileNight(db, context.accounts, day, settings, now);
  await assertOpen(db, runId);
  await enter(db, runId, 'prove');
  const { number, state, hash } = await proveNight(db, seen, settings, run.proof_number ?? 1);
  const before = run.results.find((result) => result.businessDate === day)?.before ?? {};
  const after = await openByClass(db);
  await endDay(db, run, day, { before: new Map(Object.entries(before)), after, proof: { number, state, hash } });
}

/** Compares a date again. Its result is stored with the breaks, so that a repeated job finds both or neither. */
async function matchDay(context: Context, run: HandRun, day: string): Promise<void> {
  const { db, settings, now } = context;
  if (run.dry_run) return tryDay(context, run, day);
  if (run.stage !== 'end')
    await transaction(
      db,
      async (tx) => {
        await lockRun(tx, day);
        const before = await openByClass(tx);
        await matchRecords(tx, { businessDate: day, now: now() }, settings);
        await endDay(tx, run, day, { before, after: await openByClass(tx), proof: null });
      },
      'match-by-hand',
    );
  // Also for a date that ended before: its job may have been struck before it announced the breaks.
  await announceBreaks(db, now());
}

/** Counts what a match would leave open, from one snapshot of the books. */
async function tryDay({ db, settings, now }: Context, run: HandRun, day: string): Promise<void> {
  if (run.stage === 'end') return;
  const counted = await db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query('set transaction read only');
    const before = await openByClass(tx);
    const compared = await tryMatch(tx, await windowOfRun(tx, day), { businessDate: day, now: now() }, settings);
    return { before, after: new Map([...before, ...compared]) };
  });
  await endDay(db, run, day, { ...counted, proof: null });
}

type Counts = ReadonlyMap<string, number>;
type Ended = Readonly<{ before: Counts; after: Counts; proof: Pick<Proven, 'number' | 'state' | 'hash'> | null }>;

/** Stores the result of a date. Throws RunCanceled when a person canceled the run meanwhile, or another worker ended the date. */
async function endDay(db: Executor, { id }: HandRun, day: string, { before, after, proof }: Ended): Promise<void> {
  const breaks = Object.fromEntries(
    [...new Set([...before.keys(), ...after.keys()])]
      .sort()
      .map((name) => [name, { before: before.get(name) ?? 0, after: after.get(name) ?? 0 }] as const)
      .filter(([, count]) => count.before + count.after > 0),
  );
  const result = JSON.stringify([{ businessDate: day, breaks, proof }]);
  const ended = await END_DAY.rows(db, { id, result });
  if (ended.length === 0) throw new RunCanceled();
}

const END_DAY = statement(`
  update reconciliation.hand_run set stage = 'end', results = ${endedResults('results')} || :result::jsonb
   where id = :id and stage <> 'end' and state = 'running' returning id`);

/** Enters a date once: a repeated job finds it entered and goes on. A date to read again gets new downloads of its listings. */
async function beginDay({ db, accounts, settings, now }: Context, runId: string, day: string): Promise<HandRun> {
  return transaction(db, async (tx) => {
    await tx.query(`select from reconciliation.hand_run where id = $1 for update`, [runId]);
    const run = await readRunOf(tx, runId);
    if (!isOpen(run)) throw new RunCanceled();
    if (run.day === day) return run;
    if (run.mode === 'reconcile') await reopen(tx, day, accounts, settings, now());
    else if (!(await wasRead(tx, day))) throw new DayRefused(`Nothing was read for ${day}: reconcile it first`);
    // A repeated job no longer finds what was open before: its first try has closed breaks, and opened some.
    const begun = { businessDate: day, breaks: {}, proof: null, before: Object.fromEntries(await openByClass(tx)) };
    const stage = run.mode === 'reconcile' ? 'download' : run.mode;
    await BEGIN_DAY.rows(tx, { id: runId, day, stage, begun: JSON.stringify([begun]) });
    return readRunOf(tx, runId);
  });
}

const BEGIN_DAY = statement(`
  update reconciliation.hand_run
     set state = 'running', day = :day::date, stage = :stage, results = ${endedResults('results')} || :begun::jsonb,
         proof_number = (select coalesce(max(number), 0) + 1 from reconciliation.proof_input where business_date = :day::date)
   where id = :id`);

async function readRunOf(tx: EntityManager, id: string): Promise<HandRun> {
  const [run] = await tx.query<HandRun[]>(`select * from reconciliation.hand_run where id = $1`, [id]);
  if (!run) throw new Error(`There is no run by hand ${id}`);
  return run;
}

async function wasRead(tx: EntityManager, day: string): Promise<boolean> {
  const runs = await tx.query<unknown[]>(
    `select from reconciliation.run where business_date = $1 and state in ('posting', 'done')`,
    [day],
  );
  return runs.length > 0;
}

/** Opens a finished run again, with another reading of its listings: its pass is odd, its second reading has the next number. A date without a run gets one; an unfinished run just goes on. */
async function reopen(
  tx: EntityManager,
  day: string,
  accounts: Provider['accounts'],
  settings: RunSettings,
  now: Date,
): Promise<void> {
  const begun = await tx.query<unknown[]>(
    `insert into reconciliation.run (business_date, state, started_at) values ($1, 'downloading', $2) on conflict do nothing returning business_date`,
    [day, now],
  );
  if (begun.length > 0) return planDownloads(tx, day, accounts, settings);
  if ((await lockRun(tx, day)) !== 'done') return;
  const names = accounts.map(({ name }) => name);
  await assertNoneRemoved(tx, day, names);
  await tx.query(`update reconciliation.run set state = 'downloading', finished_at = null where business_date = $1`, [
    day,
  ]);
  await PLAN_AGAIN.rows(tx, { day, names });
}

/** Every listing of the date, for each account of now: one that was added since has its first reading. */
const PLAN_AGAIN = statement(`
  insert into reconciliation.download (business_date, account, source, day, pass)
  select :day::date, a.account, l.source, l.day, coalesce(max(d.pass) + 1 + max(d.pass) % 2, 1)
    from (select source, day, min(id) as place from reconciliation.download where business_date = :day::date group by source, day) l
   cross join unnest(:names::text[]) as a(account)
    left join reconciliation.download d
      on d.business_date = :day::date and d.account = a.account and d.source = l.source and d.day = l.day
   group by a.account, l.source, l.day, l.place order by min(d.id) nulls last, a.account, l.place`);

/** A run that is opened again and cannot read an account would never end, and keep each later night's job from its end. */
async function assertNoneRemoved(tx: EntityManager, day: string, names: readonly string[]): Promise<void> {
  const [removed] = await tx.query<{ account: string }[]>(
    `select account from reconciliation.download where business_date = $1 and not account = any($2) order by account limit 1`,
    [day, names],
  );
  if (removed)
    throw new DayRefused(`The account ${removed.account} is not among PROVIDER_ACCOUNTS: the night of ${day} read it`);
}

async function openByClass(tx: Executor): Promise<Map<string, number>> {
  const rows = await tx.query<{ class: string; open: bigint }[]>(
    `select class, count(*) as open from reconciliation.break where resolved_at is null group by class`,
  );
  return new Map(rows.map((row) => [row.class, Number(row.open)]));
}

const enter = (db: DataSource, id: string, stage: Stage): Promise<unknown> =>
  db.query(`update reconciliation.hand_run set stage = $2 where id = $1`, [id, stage]);

async function assertOpen(db: DataSource, id: string): Promise<void> {
  if (!isOpen(await readRun(db, id))) throw new RunCanceled();
}

const finish = async (
  { db, now }: Context,
  id: string,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> => {
  await db.query(
    `update reconciliation.hand_run set state = $2, error = $3, finished_at = $4 where id = $1 and finished_at is null`,
    [id, state, error, now()],
  );
};
