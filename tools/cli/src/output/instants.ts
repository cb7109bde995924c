const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Korea has had no daylight saving time since 1988. */
const KST_OFFSET_MS = 9 * 3_600_000;

export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));

/** An instant as people in Korea say it: `2026-05-04 18:00:05`. Fractions of a second are in JSON. */
export const inKorea = (instant: string): string =>
  new Date(Date.parse(instant) + KST_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
