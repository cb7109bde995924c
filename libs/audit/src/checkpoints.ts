import { type Executor, statement } from '@jeongsan/sql';
import { TRAIL_START, type TrailPoint, type TrailVerdict, verifyDecisions } from './verify-decisions.js';

const LAST = statement(`select number, hash from audit.checkpoint order by number desc limit :rows`);
const KEEP = statement(
  `insert into audit.checkpoint (number, hash, verified_at) values (:number, :hash, :now) on conflict (number) do nothing`,
);
const CONTRADICTED = statement(`
  select c.number, d.id from audit.checkpoint c left join audit.decision d on d.number = c.number
   where d.hash is distinct from c.hash order by c.number limit :rows`);

/** The last point that a verification reached; TRAIL_START before the first one. */
async function lastCheckpoint(sql: Executor): Promise<TrailPoint> {
  const [last] = await LAST.rows<TrailPoint>(sql, { rows: 1 });
  return last ?? TRAIL_START;
}

/** Verifies the decisions since the last checkpoint, and keeps a new one if they are whole. For the nightly check. */
export async function verifyNewDecisions(sql: Executor, now: Date): Promise<TrailVerdict> {
  const last = await lastCheckpoint(sql);
  const verdict = await verifyDecisions(sql, last);
  const { head, firstBad } = verdict;
  if (firstBad === null && head.number > last.number) await KEEP.rows(sql, { ...head, now });
  return verdict;
}

/**
 * Verifies the whole trail, and holds it against every checkpoint: a trail whose hashes were all computed anew is whole in itself
 * and contradicts what was verified before (`REWRITTEN`). Writes nothing.
 */
export async function verifyWholeTrail(sql: Executor): Promise<TrailVerdict> {
  const verdict = await verifyDecisions(sql);
  const [row] = await CONTRADICTED.rows<{ number: bigint; id: string | null }>(sql, { rows: 1 });
  if (!row || (verdict.firstBad !== null && verdict.firstBad.number <= row.number)) return verdict;
  return { ...verdict, firstBad: { fault: row.id === null ? 'MISSING' : 'REWRITTEN', ...row } };
}
