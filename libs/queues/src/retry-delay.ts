const BASE_MS = 200;
// Twenty attempts last for an hour and a half: longer than a provider is usually away.
const CAP_MS = 600_000;

/** How long to wait before attempt n+1: doubling up to a cap, the upper half random so that a crowd does not return as one. */
export function retryDelayMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** (attemptsMade - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}
