import { seoulMinute } from '@jeongsan/calendar';
import { freePort, onShutdown } from '@jeongsan/child-processes';
import type { Platform } from '../platform/platform.js';
import { joinClocks } from './join-clocks.js';
import { serveClock } from './serve-clock.js';

const PORT_NEAR = 14_050;
/** Where the clock is served, and what a person reads about it; both empty on the machine's clock. */
export type OfferedClock = Readonly<{ url?: string; text: readonly string[] }>;

/** Serves a platform's controlled clock until the process ends. `noteOn`: what to add about the time that it shows. */
export async function offerClock(platform: Platform, noteOn: (at: Date) => string = () => ''): Promise<OfferedClock> {
  if (!platform.clock) return { text: [] };
  const at = await joinClocks(platform);
  const { url, stop } = await serveClock(platform, await freePort(PORT_NEAR));
  onShutdown(stop);
  return {
    url,
    text: [
      '',
      '시계 Clock (controlled)',
      `  it shows               ${seoulMinute(at)} Asia/Seoul${noteOn(at)}`,
      `  move it                jeongsan clock advance 3d   (${url})`,
    ],
  };
}
