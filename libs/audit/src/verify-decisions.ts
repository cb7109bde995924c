import { type Executor, statement } from '@jeongsan/sql';
import { type DecisionRow, FIRST_HASH, hashOfDecision } from './canonical.js';

/** A decision that is known to have been in the trail: its number and its hash. */
export type TrailPoint = Readonly<{ number: bigint; hash: string }>;

/** The state of the trail before its first decision. */
export const TRAIL_START: TrailPoint = { number: 0n, hash: FIRST_HASH };

/**
 * `REWRITTEN`: the row is not the one that an earlier verification saw. `CHANGED`: the row is not the row that was hashed. `MISSING`: a number is not there, within the trail or at its end.
 * `UNCHAINED`: the row builds on another predecessor, or has no number.
 */
export type TrailFault = Readonly<{
  fault: 'CHANGED' | 'MISSING' | 'UNCHAINED' | 'REWRITTEN';
  number: bigint;
  /** Null: the row is missing. */
  id: string | null;
}>;

/** `head`: the last decision that was verified. `firstBad` null: the trail is whole. */
export type TrailVerdict = Readonly<{ verified: number; head: TrailPoint; firstBad: TrailFault | null }>;

const PAGE_ROWS = 5_000;
const PAGE = statement(`
  select number, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, subject, service, actor, credential,
         reason, before::text as before, after::text as after, prev_hash as "prevHash", hash
    from audit.decision where number >= :from order by number limit :rows`);
const UNNUMBERED = statement(`select id from audit.decision where number is null order by at, id limit :rows`);
const HEAD = statement(
  `select number, hash from audit.decision where number is not null order by number desc limit :rows`,
);

/** The last decision of the trail. */
export async function headOfTrail(sql: Executor): Promise<TrailPoint> {
  const [head] = await HEAD.rows<TrailPoint>(sql, { rows: 1 });
  return head ?? TRAIL_START;
}

/**
 * Computes the hash of each decision anew, in Node and not by a function of the database, which could have been changed with
 * the rows. From `after` on: the row of that point must still have its hash. TRAIL_START verifies the whole trail. Reads page
 * by page, so memory is bounded.
 */
export async function verifyDecisions(sql: Executor, after: TrailPoint = TRAIL_START): Promise<TrailVerdict> {
  let head = after;
  let verified = 0;
  // The point itself is read again: it proves that nothing before the new rows was rewritten or cut off.
  let from = after.number;
  const start = after.number === 0n ? TRAIL_START : undefined;
  let previous = start;
  for (;;) {
    const rows = await PAGE.rows<DecisionRow>(sql, { from, rows: PAGE_ROWS });
    if (previous === undefined && rows[0]?.number !== after.number)
      return { verified, head, firstBad: { fault: 'MISSING', number: after.number, id: null } };
    for (const row of rows) {
      const firstBad = faultOf(row, previous, after);
      if (firstBad) return { verified, head, firstBad };
      head = { number: row.number, hash: row.hash };
      previous = head;
      verified += 1;
    }
    if (rows.length < PAGE_ROWS) break;
    from = head.number + 1n;
  }
  const [loose] = await UNNUMBERED.rows<{ id: string }>(sql, { rows: 1 });
  return { verified, head, firstBad: loose ? { fault: 'UNCHAINED', number: head.number + 1n, id: loose.id } : null };
}

function faultOf(row: DecisionRow, previous: TrailPoint | undefined, known: TrailPoint): TrailFault | null {
  const { number, id } = row;
  if (previous && number !== previous.number + 1n) return { fault: 'MISSING', number: previous.number + 1n, id: null };
  if (hashOfDecision(row) !== row.hash) return { fault: 'CHANGED', number, id };
  const isKnown = previous ? row.prevHash === previous.hash : row.hash === known.hash;
  return isKnown ? null : { fault: 'UNCHAINED', number, id };
}
