import { int, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import type { Outcome } from './send-webhook.js';

/** The state of a webhook after an attempt, and the time of the next attempt. */
export type Next = Readonly<{ state: 'pending' | 'delivered' | 'given-up'; nextAttemptAt: Date | null }>;

export type LoggedAttempt = Outcome & Readonly<{ url: string | null; at: Date; durationMs: number }>;

/** The new state of a webhook; without an attempt the webhook was only postponed. */
export type Result = Next & Readonly<{ id: string; attempt?: LoggedAttempt }>;

/** Writes many results and their attempts' log entries in one statement. */
export async function writeResults(sql: Sql, results: readonly Result[]): Promise<void> {
  await WRITE.rows(sql, { result: results });
}

const WRITE = statement(
  `
  with result as (
    select * from :result.unnest
      as result(:result.columns)),
  logged as (
    insert into webhook_attempt (delivery_id, url, attempted_at, duration_ms, status, problem, excerpt)
    select result.id, result.url, result.attempted_at, result.duration_ms, result.status, result.problem, result.excerpt
    from result join webhook_delivery on webhook_delivery.id = result.id
    where result.attempted_at is not null)
  update webhook_delivery
  set attempts = attempts + (result.attempted_at is not null)::int, state = result.state, next_attempt_at = result.next_attempt_at,
    last_status = case when result.attempted_at is null then last_status else result.status end
  from result where webhook_delivery.id = result.id`,
  {
    result: manyRows<Result>({
      id: text(({ id }) => id),
      state: text(({ state }) => state),
      next_attempt_at: timestamptz(({ nextAttemptAt }) => nextAttemptAt),
      status: int(({ attempt }) => attempt?.status ?? null),
      url: text(({ attempt }) => attempt?.url ?? null),
      attempted_at: timestamptz(({ attempt }) => attempt?.at ?? null),
      duration_ms: int(({ attempt }) => attempt?.durationMs ?? null),
      problem: text(({ attempt }) => attempt?.problem ?? null),
      excerpt: text(({ attempt }) => attempt?.excerpt ?? null),
    }),
  },
);
