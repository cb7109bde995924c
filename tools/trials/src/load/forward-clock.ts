import type { Platform } from '@jeongsan/market';

/**
 * The platform with a clock that never goes back. A strike may take the clock further than the play does next: the play then goes
 * on at the later time.
 */
export function forwardOnly(platform: Platform): Platform {
  const { clients, clock } = platform;
  let latest = { at: 0, since: 0 };
  const notBefore = (asked: Date): Date => {
    const reached = latest.at + performance.now() - latest.since;
    latest = { at: Math.max(asked.getTime(), reached), since: performance.now() };
    return new Date(latest.at);
  };
  return {
    ...platform,
    clock: clock && { ...clock, set: (reads) => clock.set(notBefore(reads)) },
    clients: {
      ...clients,
      control: {
        ...clients.control,
        setClock: (request) => {
          const { now } = request.body;
          return clients.control.setClock({ body: { ...request.body, ...(now && { now: notBefore(now) }) } });
        },
      },
    },
  };
}
