import type { Output } from '@jeongsan/http-contract';
import type { readBacklog } from '../platform/operations.contract.js';

type Backlog = Pick<Output<typeof readBacklog>, 'jobs' | 'schedules'>;
export type Stop = Readonly<{ at: Date; happens: readonly string[] }>;

/**
 * Schedules that look around every few minutes, every hour or once a day: one round after a pause finds what all rounds of the
 * pause would have found, so that the clock need not stop at each.
 */
const rounds: ReadonlySet<string> = new Set([
  'payout.poll',
  'hold.release-due',
  'seller.poll',
  'settlement.announce-overdue',
  ...['payment', 'seller', 'statement', 'listing', 'webhook'].map((name) => `${name}-data.keep`),
]);

/** Jobs that repeat themselves, such as the question to a closed bank, come every ten minutes. */
const BETWEEN_JOBS_MS = 10 * 60_000;

/**
 * The next moment on the way to `to` at which something is due, with the names of what is due; at the latest `to`. Every other
 * schedule is met at its own time: two nights are never one.
 */
export function nextStop(now: Date, to: Date, { jobs, schedules }: Backlog): Stop {
  const due = [
    ...schedules
      .filter(({ name }) => !rounds.has(name))
      .map(({ name, nextRunAt }) => ({ name, at: new Date(nextRunAt) })),
    ...jobs.flatMap(({ job, nextRunAt }) =>
      nextRunAt === null
        ? []
        : [{ name: job, at: new Date(Math.max(Date.parse(nextRunAt), now.getTime() + BETWEEN_JOBS_MS)) }],
    ),
  ].filter(({ at }) => at > now);
  const at = new Date(Math.min(to.getTime(), ...due.map((one) => one.at.getTime())));
  return { at, happens: due.filter((one) => one.at <= at).map(({ name }) => name) };
}
