/**
 * Minutes of platform time between a failed attempt and the next one, the same as in the provider's webhooks. After the
 * last no attempt follows.
 */
const RETRY_AFTER_MINUTES = [1, 4, 16, 64, 256, 1024, 4096] as const;

/** The time of the next attempt after `attempts` failed ones; undefined when no attempt follows. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}
