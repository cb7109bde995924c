import { type Executor, prepared } from '@jeongsan/database';
import type { Attempt, AttemptChange, FrozenPayout, Listing, NewAttempt, Schedule } from '@jeongsan/payouts';
import type { PayoutRunState } from '@jeongsan/state-machines';

const INSERT = prepared(
  'attempt.insert',
  `with made as (
       insert into payouts.attempt (id, run_id, state, idempotency_key, body, body_hash, schedule_type, payout_date, created_at,
                                    suspected_of, waits_for)
       values ($1::uuid, $2, 'prepared', $1::uuid::text, $3, $4, $5, $6, $7, $9, $10)
     )
     update payouts.payout set attempt_id = $1::uuid, schedule_type = $5, payout_date = $6, submitted_at = $7
      where id = any($8::uuid[]) and state <> 'reserved'`,
);

export async function insertAttempt(tx: Executor, attempt: NewAttempt, now: Date): Promise<void> {
  const { id, runId, schedule, items, bodyHash, suspectedOf = null, waitsFor = null } = attempt;
  // What is still reserved joins with the step that submits it: a row is written once then, and each of its indexes.
  await tx.query(INSERT, [
    id,
    runId,
    JSON.stringify(items),
    bodyHash,
    schedule.type,
    schedule.date,
    now,
    items.map((item) => item.refPayoutId),
    suspectedOf,
    waitsFor,
  ]);
}

type AttemptRow = Omit<Attempt, 'schedule' | 'runState' | 'items'> & {
  runState: PayoutRunState;
  items: FrozenPayout[];
  scheduleType: Schedule['type'];
  payoutDate: string;
};

const lockWhere = (name: string, condition: string): string =>
  prepared(
    name,
    `select a.id, a.run_id as "runId", r.state as "runState", a.state, a.fence, a.idempotency_key as "idempotencyKey", a.body as items,
            a.body_hash as "bodyHash", a.schedule_type as "scheduleType", a.payout_date as "payoutDate",
            a.absent_listings as "absentListings", a.suspected_of as "suspectedOf",
            extract(epoch from clock_timestamp() - a.sent_at)::float8 as "silentForSeconds"
       from payouts.attempt a join payouts.run r on r.id = a.run_id where ${condition} for update of a`,
  );
const LOCK = lockWhere('attempt.lock', 'a.id = $1');
const LOCK_WAITING = lockWhere('attempt.lock_waiting', `a.waits_for = $1 and a.state = 'prepared'`);

export const lockAttempt = (tx: Executor, id: string): Promise<Attempt | null> => lockOne(tx, LOCK, id);

export const lockWaitingFor = (tx: Executor, id: string): Promise<Attempt | null> => lockOne(tx, LOCK_WAITING, id);

async function lockOne(tx: Executor, statement: string, id: string): Promise<Attempt | null> {
  const [row] = await tx.query<AttemptRow[]>(statement, [id]);
  if (!row) return null;
  const { scheduleType, payoutDate, ...attempt } = row;
  return { ...attempt, schedule: { type: scheduleType, date: payoutDate } };
}

const columns = {
  state: 'state',
  fence: 'fence',
  rejectionCode: 'rejection_code',
  absentListings: 'absent_listings',
  resolveAt: 'resolve_at',
} satisfies Record<keyof Omit<AttemptChange, 'stamp'>, string>;

const stamps = { sent: 'sent_at', answered: 'answered_at' } satisfies Record<
  NonNullable<AttemptChange['stamp']>,
  string
>;

export async function changeAttempt(tx: Executor, id: string, { stamp, ...change }: AttemptChange): Promise<void> {
  const named = Object.entries(change).map(([name, value]) => [columns[name as keyof typeof columns], value] as const);
  const values = named.map(([, value]) => (typeof value === 'bigint' ? value.toString() : value));
  const assignments = named.map(([column], i) => `${column} = $${i + 2}`);
  if (stamp) assignments.push(`${stamps[stamp]} = clock_timestamp()`);
  await tx.query(`update payouts.attempt set ${assignments.join(', ')} where id = $1`, [id, ...values]);
}

export async function recordListing(tx: Executor, attemptId: string, listing: Listing, now: Date): Promise<void> {
  const { number, from, to, listed, absent } = listing;
  await tx.query(
    `insert into payouts.absent_listing (attempt_id, number, listed_at, from_date, to_date, payouts_listed, absent)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [attemptId, number, now, from, to, listed, absent],
  );
}
