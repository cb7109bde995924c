import { randomUUID } from 'node:crypto';
import { recordDecision, type Author } from '@jeongsan/audit';
import { addDays, businessDateOf } from '@jeongsan/calendar';
import { enqueue, nextRunOf, transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { refuse, type requestHandRun as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { readHandRun } from './read-hand-runs.js';

/** The most dates of one run: a longer past is worked off in parts, so that its progress stays readable. */
const DAYS_MAX = 62;
const OVERLAPS = 'one_at_a_time';

const REQUEST = statement(`
  insert into reconciliation.hand_run (id, from_date, to_date, mode, dry_run, reason, requested_by, requested_at)
  values (:id, :from, :to, :mode, :dryRun, :reason, :by, :now)`);

/**
 * Queues a run of past dates. Throws HAND_RUN_OVERLAPS while another run has one of these dates, HAND_RUN_WINDOW_INVALID for a reconcile of a
 * date whose night is still to come.
 */
export async function requestHandRun(
  db: DataSource,
  { from, to, mode, dryRun = false, reason }: Input<typeof contract>['body'],
  { actor, credential }: Author,
  now: Date,
): Promise<Output<typeof contract>> {
  if (to < from || to > businessDateOf(now) || to > addDays(from, DAYS_MAX - 1))
    throw refuse('HAND_RUN_WINDOW_INVALID', `A run by hand has 1 to ${DAYS_MAX} dates, today the last`);
  if (dryRun && mode !== 'match') throw refuse('HAND_RUN_WINDOW_INVALID', 'Only a match can be tried without writing');
  const id = randomUUID();
  const asked = transaction(db, async (tx) => {
    if (mode === 'reconcile') await assertNightsBegan(tx, to);
    await REQUEST.rows(tx, { id, from, to, mode, dryRun, reason, by: actor, now });
    const after = { from, to, mode, dryRun };
    await recordDecision(
      tx,
      { kind: 'reconciliation.requested', subject: id, actor, credential, reason, before: null, after },
      now,
    );
    await enqueue(tx, 'settlement.run-by-hand', { runId: id }, now, { dedupeKey: `settlement.run-by-hand/${id}` });
    // As it was asked for: after the commit a worker may have begun.
    return readHandRun(tx, id);
  });
  return asked.catch((error: { constraint?: string }) => {
    if (error.constraint !== OVERLAPS) throw error;
    throw refuse('HAND_RUN_OVERLAPS', `Another run works on a date from ${from} to ${to}`);
  });
}

/**
 * The next night of the schedule and all later ones are still to be enqueued. A date that is reconciled by hand before its night would take
 * the night's place: the night would find its date done, and read nothing of what the provider lists meanwhile.
 */
async function assertNightsBegan(tx: EntityManager, to: string): Promise<void> {
  const next = await nextRunOf(tx, 'settlement.reconcile');
  const date = next && businessDateOf(next);
  if (date !== null && date <= to)
    throw refuse(
      'HAND_RUN_WINDOW_INVALID',
      `The night of ${date} is still to come: until it has begun, ${addDays(date, -1)} is the last date to reconcile by hand`,
    );
}
