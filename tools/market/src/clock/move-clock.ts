import type { Platform } from '../platform/platform.js';
import { waitUntilQuiet, waitUntilSeen, type QuietOptions } from '../play/quiet.js';
import { nextStop, type Stop } from './next-stop.js';

type Clocked = Pick<Platform, 'clients' | 'clock'>;

/**
 * Sets the controlled clock of provider and platform, and waits until every service sees the time. The provider's clock first:
 * a service that acts at the new time must find the provider there already.
 */
export async function setClocks({ clients, clock }: Clocked, at: Date, withinMs: number): Promise<void> {
  await clients.control.setClock({ body: { now: at, mode: 'running' } });
  await clock?.set(at);
  await waitUntilSeen({ clients }, at, withinMs);
}

/** Sets the time, and waits for everything that is due by then. @throws NotQuiet when that takes longer than `withinMs`. */
export async function letComeDue(platform: Clocked, options: QuietOptions): Promise<void> {
  await setClocks(platform, options.at, options.withinMs);
  await waitUntilQuiet(platform, options);
}

/** The platform's time, and the next moment on the way to `to` at which something is due. */
export async function stopAhead({ clients }: Clocked, to: Date): Promise<{ now: Date; stop: Stop }> {
  const backlog = await clients.backlogs['payout-scheduler'].readBacklog({});
  const now = new Date(backlog.now);
  return { now, stop: nextStop(now, to, backlog) };
}
