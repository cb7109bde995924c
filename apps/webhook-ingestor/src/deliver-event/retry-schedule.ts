/** Minutes of platform time after an attempt that failed; there is none after the last. The provider's own rhythm. */
const RETRY_AFTER_MINUTES = [1, 4, 16, 64, 256, 1024, 4096] as const;

/** When to try again after the given number of failed attempts; undefined: never. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_AFTER_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}
