const BASE_MS = 200;
// Twenty attempts last about 1.5 hours, longer than a usual outage of the provider.
const CAP_MS = 600_000;

/**
 * The delay before attempt n+1: doubles up to a cap. The upper half is random, so that many failed jobs do not return at the
 * same moment.
 */
export function retryDelayMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** (attemptsMade - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}
