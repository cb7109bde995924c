import { instantAt } from '@jeongsan/calendar';
import { createClient } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { letComeDue, operatorToken, waitUntilQuiet, type Platform, type Step } from '@jeongsan/market';
import { schedulerContract } from '@jeongsan/platform-contract';
import { eachPayout } from '@jeongsan/provider-client';
import { until } from '../ground/eventually.js';
import type { Stage } from '../load/stage.js';

/** The time of day at which approved runs are sent, and later ones at which the restored books are looked at. */
const DISPATCHED_AT = '09:00:05';
const ACKNOWLEDGED_AT = '09:30:05';
const WITHIN_MS = 240_000;
const REASON = 'a trial: compared with the listing of the provider';

/** Payouts that the provider has, by reference of ours. @throws when one reference is there twice. */
export async function payoutsAtProvider({ clients }: Pick<Platform, 'clients'>): Promise<Set<string>> {
  const references = new Set<string>();
  for await (const { refPayoutId } of eachPayout(clients.provider, {})) {
    if (!refPayoutId) throw new Error('A payout without a reference is none of ours');
    if (references.has(refPayoutId)) throw new Error(`${refPayoutId} was made twice`);
    references.add(refPayoutId);
  }
  return references;
}

/** What is in the first set alone. */
export const without = (these: ReadonlySet<string>, those: ReadonlySet<string>): Set<string> =>
  new Set([...these].filter((one) => !those.has(one)));

/** Sends the approved runs of this day, and waits until the sellers have their money. Returns the references of the payouts. */
export async function payOut(platform: Platform, { date }: Pick<Step, 'date'>): Promise<Set<string>> {
  const before = await payoutsAtProvider(platform);
  await letComeDue(platform, { at: instantAt(date, DISPATCHED_AT), withinMs: WITHIN_MS, withPayouts: true });
  const made = without(await payoutsAtProvider(platform), before);
  if (made.size === 0) throw new Error(`Nobody was paid on ${date}: there is nothing to forget`);
  return made;
}

/** What the guard found: references of ours at the provider, and how many findings there are. */
export type Named = Readonly<{ named: number; kinds: string; openFindings: number }>;
/** What became of it. */
export type Found = Named & Readonly<{ released: number; sentWhileLocked: number }>;

/**
 * Restored books are at this date, and their approved runs are due. Waits until the guard has locked all sending. @throws when
 * it did not name exactly these payouts, or when one more left.
 */
export async function guardNames(platform: Platform, forgotten: ReadonlySet<string>, date: string): Promise<Named> {
  const { scheduler } = platform.clients;
  const before = await payoutsAtProvider(platform);
  // The clock stands in the database, which has forgotten the hour as well.
  await platform.clock?.set(instantAt(date, DISPATCHED_AT));
  const { openFindings } = await until(
    'sending is locked',
    () => scheduler.getDispatchControl({}),
    ({ state }) => state === 'locked',
    WITHIN_MS,
  );
  const { items } = await scheduler.listFindings({ query: { open: 'true', limit: 200 } });
  const named = new Set(items.flatMap(({ refPayoutId }) => refPayoutId ?? []));
  const unnamed = [...without(forgotten, named), ...without(named, forgotten)];
  if (unnamed.length > 0) throw new Error(`Forgotten and found are not the same: ${unnamed.join(', ')}`);
  const more = without(await payoutsAtProvider(platform), before);
  if (more.size > 0) throw new Error(`Left in spite of the lock: ${[...more].join(', ')}`);
  return { named: named.size, kinds: kindsOf(items), openFindings };
}

/** Each kind of finding with its number. */
function kindsOf(items: readonly { kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/**
 * The books have forgotten these payouts, and their runs are due again. The guard must name each of them and lock all sending,
 * and the documented steps must open it without paying anybody twice.
 */
export async function resolveForgotten(
  { keys }: Pick<Stage, 'keys'>,
  platform: Platform,
  forgotten: ReadonlySet<string>,
  date: string,
): Promise<Found> {
  const before = await payoutsAtProvider(platform);
  const named = await guardNames(platform, forgotten, date);
  // What the guard marked as sent is looked for in the listing; the lock holds meanwhile.
  await letComeDue(platform, { at: instantAt(date, ACKNOWLEDGED_AT), withinMs: WITHIN_MS });
  const after = await payoutsAtProvider(platform);
  const { state } = await platform.clients.scheduler.getDispatchControl({});
  if (state !== 'locked') throw new Error(`Sending is ${state} before anybody looked`);
  await acknowledge(keys, platform, named.openFindings);
  const released = await releaseHolds(platform);
  await waitUntilQuiet(platform, { at: instantAt(date, ACKNOWLEDGED_AT), withinMs: WITHIN_MS });
  return { ...named, released, sentWhileLocked: after.size - before.size };
}

/** The approver says that it looked at each finding; this opens the lock. */
async function acknowledge(keys: Stage['keys'], platform: Platform, openFindings: number): Promise<void> {
  const authorization = `Bearer ${await operatorToken(keys, 'approver')}`;
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const approver = createClient(schedulerContract, platform.apps['payout-scheduler'].url, (request) =>
    send({ ...request, headers: { ...request.headers, authorization } }),
  );
  await approver.acknowledgeFindings({ body: { openFindings, reason: REASON } });
}

/** The books were put right by the listing itself: nothing is left to do but to release the sellers. */
async function releaseHolds({ clients: { scheduler } }: Platform): Promise<number> {
  const { items } = await scheduler.listHolds({ query: { open: 'true', reason: 'PROVIDER_DIFFERS', limit: 200 } });
  for (const { id } of items) await scheduler.releaseHold({ params: { holdId: id } });
  return items.length;
}
