import type { Platform } from '../platform/platform.js';
import { setClocks } from './move-clock.js';

const WITHIN_MS = 60_000;
/** A sandbox whose clock was never set shows the machine's time. */
const NEVER_SET_MS = 5_000;

/**
 * After a start on kept data: provider and platform go on at one time. The later of both, because a step may have been broken off
 * when only the provider's clock was set, and no clock goes back.
 */
export async function joinClocks(platform: Pick<Platform, 'clients' | 'clock'>): Promise<Date> {
  const { clients } = platform;
  const [provider, { now }] = await Promise.all([
    clients.control.readClock({}),
    clients.backlogs['payout-scheduler'].readBacklog({}),
  ]);
  const ours = new Date(now);
  const isSet = Math.abs(provider.now.getTime() - Date.now()) > NEVER_SET_MS;
  const at = isSet && provider.now > ours ? provider.now : ours;
  await setClocks(platform, at, WITHIN_MS);
  return at;
}
