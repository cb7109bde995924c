import { addDays } from '@jeongsan/calendar';
import { enqueue, transaction } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import { advancePayouts } from '../advance-payouts.js';
import type { PayoutPolicy } from '../payout-policy.js';
import type { ProviderApi } from '../provider.js';
import { advanceToProvider, type ProviderPayout } from '../send-attempt/record-acceptance.js';
import { promiseResolution } from '../send-attempt/record-unknown.js';

/** Two complete listings, each after the settle delay: one alone may have been taken while the request was still under way. */
const ABSENT_LISTINGS_NEEDED = 2;
const LISTING_LIMIT = 1_000;
/** A batch of 100 stands within one or two pages of its date; this many says that something else is wrong. */
const LISTING_PAGES_MAX = 1_000;

/**
 * Ends the uncertainty about a batch by evidence: a payout found in the listing of its date goes where the provider says; one that
 * two complete listings lack was never made, and goes out again with the same reference.
 */
export async function resolveAttempt(
  db: DataSource,
  provider: ProviderApi,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const attempt = await readOpen(db, attemptId, now());
  if (attempt === null) return;
  const unknown = new Set(attempt.unknown);
  const found = await findListed(provider, attempt.payout_date, unknown);
  await transaction(db, (tx) => conclude(tx, attempt, found, policy, now()));
}

type OpenAttempt = { id: string; run_id: string; payout_date: string; absent_listings: number; unknown: string[] };

async function readOpen(db: DataSource, attemptId: string, now: Date): Promise<OpenAttempt | null> {
  const [row] = await db.query<OpenAttempt[]>(
    `select a.id, a.run_id, a.payout_date, a.absent_listings,
            array(select p.id::text from payouts.payout p where p.attempt_id = a.id and p.state = 'unknown') as unknown
       from payouts.attempt a where a.id = $1 and a.state = 'unknown' and a.resolve_at <= $2`,
    [attemptId, now],
  );
  return row ?? null;
}

/** Reads the whole window: a listing that breaks off proves nothing and throws. The neighbouring days cover a date that moved. */
async function findListed(
  provider: ProviderApi,
  payoutDate: string,
  wanted: ReadonlySet<string>,
): Promise<ProviderPayout[]> {
  const found: ProviderPayout[] = [];
  const window = {
    payoutDateGte: addDays(payoutDate, -1),
    payoutDateLte: addDays(payoutDate, 1),
    limit: LISTING_LIMIT,
  };
  let startingAfter: string | null = null;
  for (let page = 0; page < LISTING_PAGES_MAX; page += 1) {
    const query = startingAfter === null ? window : { ...window, startingAfter };
    const { entityBody } = await provider.listPayouts({ query });
    found.push(...entityBody.items.filter((p) => p.refPayoutId !== null && wanted.has(p.refPayoutId)));
    if (!entityBody.hasMore || entityBody.nextCursor === null) return found;
    startingAfter = entityBody.nextCursor;
  }
  throw new Error(`The listing of payouts around ${payoutDate} does not end`);
}

async function conclude(
  tx: EntityManager,
  attempt: OpenAttempt,
  found: readonly ProviderPayout[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  // Another resolver may have looked at the same time: its listing is counted, not this one's as well.
  const [still] = await tx.query<{ absent_listings: number }[]>(
    `select absent_listings from payouts.attempt where id = $1 and state = 'unknown' and absent_listings = $2 for update`,
    [attempt.id, attempt.absent_listings],
  );
  if (!still) return;
  await advanceToProvider(tx, found, now);
  const seen = new Set(found.map((p) => p.refPayoutId));
  const absent = attempt.unknown.filter((id) => !seen.has(id));
  if (absent.length > 0 && attempt.absent_listings + 1 < ABSENT_LISTINGS_NEEDED) {
    await tx.query(`update payouts.attempt set absent_listings = absent_listings + 1 where id = $1`, [attempt.id]);
    return promiseResolution(tx, attempt.id, policy, now);
  }
  await advancePayouts(
    tx,
    absent.map((id) => ({ id, event: 'absent' })),
    now,
  );
  await tx.query(`update payouts.attempt set state = 'resolved', resolve_at = null where id = $1`, [attempt.id]);
  if (absent.length > 0) await enqueue(tx, 'payout-run.dispatch', { runId: attempt.run_id }, now);
}
