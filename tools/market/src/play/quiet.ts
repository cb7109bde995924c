import { setTimeout as sleep } from 'node:timers/promises';
import { businessDateOf } from '@jeongsan/calendar';
import { serviceNames } from '../platform/app-env.js';
import type { Clients } from '../platform/clients.js';
import type { Platform } from '../platform/platform.js';

export type QuietOptions = Readonly<{
  /** The time that was set: everything due by then must have happened. */
  at: Date;
  /** How long to wait. @throws NotQuiet afterwards. */
  withinMs: number;
  /** Whether payouts at the provider must have reached the bank. */
  withPayouts?: boolean;
}>;

/** Asked again after a fifth of the time waited so far: a long wait is for work on the same processors that answer. */
const POLL = { msMin: 50, msMax: 250, part: 1 / 5 };
const SEEN_POLL_MS = 10;
const LISTED_MAX = 200;

/** Thrown when something is still going on; the message names what. */
export class NotQuiet extends Error {
  override readonly name = 'NotQuiet';
}

/**
 * Waits until nothing more happens at this time: no job and no schedule is due, the provider has no webhook to send, and no
 * payout is in transit.
 */
export async function waitUntilQuiet({ clients }: Pick<Platform, 'clients'>, options: QuietOptions): Promise<void> {
  const begun = Date.now();
  let busy: string | undefined;
  while ((busy = await whatIsBusy(clients, options)) !== undefined) {
    const waitedMs = Date.now() - begun;
    if (waitedMs > options.withinMs) throw new NotQuiet(`Not quiet after ${options.withinMs} ms: ${busy}`);
    await sleep(Math.min(Math.max(POLL.msMin, waitedMs * POLL.part), POLL.msMax));
  }
}

/** Waits until every service has this time. Until then, nothing seems due to it. */
export async function waitUntilSeen({ clients }: Pick<Platform, 'clients'>, at: Date, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  await Promise.all(
    serviceNames.map(async (service) => {
      for (;;) {
        const { now } = await clients.backlogs[service].readBacklog({});
        if (new Date(now) >= at) return;
        if (Date.now() > deadline)
          throw new NotQuiet(`${service} sees ${now} where the clock was set to ${at.toISOString()}`);
        await sleep(SEEN_POLL_MS);
      }
    }),
  );
}

async function whatIsBusy(clients: Clients, options: QuietOptions): Promise<string | undefined> {
  return (
    (await busyJobs(clients)) ??
    (await busyProvider(clients)) ??
    (options.withPayouts ? await busyPayouts(clients, options.at) : undefined) ??
    // Webhooks that the provider sent before have become jobs by now, and those may have caused something new.
    (await busyJobs(clients)) ??
    (await busyProvider(clients))
  );
}

/** All services share one database, so each of them sees every job; this one looks for nothing else, such as runs that wait. */
async function busyJobs({ backlogs }: Clients): Promise<string | undefined> {
  const { isIdle, jobs, schedules } = await backlogs['webhook-ingestor'].readBacklog({});
  if (isIdle) return undefined;
  const due = jobs.filter((job) => job.due > 0).map((job) => `${job.due} x ${job.job}`);
  const late = schedules.filter((schedule) => schedule.isDue).map((schedule) => `schedule ${schedule.name}`);
  return [...due, ...late].join(', ');
}

async function busyProvider({ control }: Clients): Promise<string | undefined> {
  const { pending, items } = await control.listDeliveries({ query: { state: 'pending', limit: LISTED_MAX } });
  if (pending === 0) return undefined;
  const { now } = await control.readClock({});
  // A failed webhook is sent again minutes later, which is not now.
  const due = items.filter(({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt <= now);
  if (due.length === 0) return undefined;
  return `${due.length} webhooks of the provider, ${due[0]?.eventType} for one`;
}

async function busyPayouts({ scheduler }: Clients, at: Date): Promise<string | undefined> {
  const today = businessDateOf(at);
  for (const state of ['submitted', 'unknown', 'in_transit'] as const) {
    const { items } = await scheduler.listPayoutViews({ query: { state, limit: LISTED_MAX } });
    const due = items.filter(({ payoutDate }) => payoutDate === null || payoutDate <= today);
    if (due.length > 0) return `${due.length} payouts ${state}, ${due[0]?.id} for one`;
  }
  return undefined;
}
