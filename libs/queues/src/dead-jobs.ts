import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import { pageOf, type Refusal, type Input, type Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import { type listDeadJobs, type listRevivals, refuse } from '@jeongsan/platform-contract';

const PER_PAGE = 50;
const PER_PAGE_MAX = 500;
const UNIQUE_VIOLATION = '23505';

type Query = Input<typeof listDeadJobs>['query'];
type Row = { id: bigint; job: string; died_at: Date; error: string };
type DeadRow = Row & { data: Record<string, unknown>; created_at: Date; revivals: bigint };
type RevivalRow = Row & { outbox_id: bigint; revived_by: Actor; revived_at: Date };

export async function readDeadJobs(db: DataSource, query: Query): Promise<Output<typeof listDeadJobs>> {
  const { limit, values } = askedFor(query);
  const rows = await db.query<DeadRow[]>(
    `select id, job, data, created_at, dead_at as died_at, coalesce(error, '') as error,
            (select count(*) from messaging.revival r where r.outbox_id = o.id) as revivals
       from messaging.outbox o
      where dead_at is not null and done_at is null and ($1::text is null or job = $1) and ($2::bigint is null or id < $2)
      order by id desc limit $3`,
    values,
  );
  const items = rows.map(({ id, job, data, created_at, died_at, error, revivals }) => ({
    ...{ id: id.toString(), job, data, error },
    ...{ promisedAt: created_at, diedAt: died_at, revivals: Number(revivals) },
  }));
  return pageOf(items, limit, (item) => item.id);
}

export async function readRevivals(db: DataSource, query: Query): Promise<Output<typeof listRevivals>> {
  const { limit, values } = askedFor(query);
  const rows = await db.query<RevivalRow[]>(
    `select id, outbox_id, job, died_at, error, revived_by, revived_at from messaging.revival
      where ($1::text is null or job = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
    values,
  );
  const items = rows.map(({ id, outbox_id, job, died_at, error, revived_by, revived_at }) => ({
    ...{ id: id.toString(), jobId: outbox_id.toString(), job, diedAt: died_at, error },
    ...{ revivedBy: revived_by, revivedAt: revived_at },
  }));
  return pageOf(items, limit, (item) => item.id);
}

/** Reads one row more than the page: that row shows whether a next page exists. */
function askedFor({ job, after, limit: asked = PER_PAGE }: Query) {
  const limit = Math.min(PER_PAGE_MAX, Math.max(1, asked));
  return { limit, values: [job ?? null, after ?? null, limit + 1] };
}

/** The jobs to revive: one job, or all dead jobs of a kind. */
export type Revived = Readonly<{ id: string } | { job: string }>;

/**
 * Revives dead jobs: opens their rows for publishing, records who asked, and returns their number. A job whose work was
 * enqueued again under the same dedupe key stays dead, since the newer job does that work; of several dead jobs with one key,
 * the latest is revived. Throws DEAD_JOB_SUPERSEDED, and changes nothing, when such a job is enqueued at the same moment.
 */
export async function revive(db: DataSource, which: Revived, author: Author, now: Date): Promise<number> {
  const only = 'id' in which ? [which.id, null] : [null, which.job];
  return transaction(db, async (tx) => {
    const rows = await tx
      .query<{ job: string }[]>(REVIVE, [...only, author.actor])
      .catch((error: Error & { code?: string }) => {
        if (error.code === UNIQUE_VIOLATION) throw superseded();
        throw error;
      });
    const [first] = rows;
    if (first) {
      const after = { job: first.job, revived: rows.length };
      const subject = 'id' in which ? which.id : which.job;
      const decided = { subject, ...authorOf(author), reason: null, before: null, after };
      await recordDecision(tx, { kind: 'job.revived', ...decided }, now);
    }
    return rows.length;
  });
}

const REVIVE = `
with dead as (
  select o.id, o.job, o.dead_at, o.error, row_number() over (partition by coalesce(o.dedupe_key, o.id::text) order by o.id desc) as place
    from messaging.outbox o
   where o.dead_at is not null and o.done_at is null and ($1::bigint is null or o.id = $1) and ($2::text is null or o.job = $2)
     and not exists (select from messaging.outbox other
                      where other.dedupe_key = o.dedupe_key and other.done_at is null and other.dead_at is null)
), revived as (
  update messaging.outbox o set dead_at = null, error = null, published_at = null
    from dead where o.id = dead.id and dead.place = 1 and o.dead_at is not null and o.done_at is null
  returning o.id, dead.job, dead.dead_at, dead.error
)
insert into messaging.revival (outbox_id, job, died_at, error, revived_by)
select id, job, dead_at, coalesce(error, ''), $3 from revived order by id returning job`;

/**
 * Discards a dead job: the job leaves the backlog and cannot be revived. Records the person and the reason. False: no dead job
 * has the id.
 */
export async function discard(
  db: DataSource,
  id: string,
  { author, reason, now }: Readonly<{ author: Author; reason: string; now: Date }>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [discarded] = await tx.query<{ job: string; error: string }[]>(DISCARD, [id]);
    if (!discarded) return false;
    const { job, error } = discarded;
    const decided = { subject: id, ...authorOf(author), reason, before: { job, error }, after: null };
    await recordDecision(tx, { kind: 'job.discarded', ...decided }, now);
    return true;
  });
}

// The row keeps the time of its death: a job that is done and dead is a discarded one.
const DISCARD = `
with discarded as (
  update messaging.outbox set done_at = clock_timestamp() where id = $1 and dead_at is not null and done_at is null
  returning job, coalesce(error, '') as error
)
select job, error from discarded`;

export const superseded = (): Refusal =>
  refuse('DEAD_JOB_SUPERSEDED', 'The same work was enqueued again: the newer job runs, this one stays dead');

/** Whether a job is dead; used to explain why a job was not revived. */
export async function isDead(db: DataSource, id: string): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    'select from messaging.outbox where id = $1 and dead_at is not null and done_at is null',
    [id],
  );
  return rows.length > 0;
}
