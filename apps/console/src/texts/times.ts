const SEOUL_OFFSET_MS = 9 * 3_600_000;
const MINUTE_MS = 60_000;

/** An instant as the clocks of Korea show it: 2026-05-01 09:00. Korea has had no daylight saving time since 1988. */
export function inKorea(at: Date, { seconds = false } = {}): string {
  return new Date(at.getTime() + SEOUL_OFFSET_MS)
    .toISOString()
    .slice(0, seconds ? 19 : 16)
    .replace('T', ' ');
}

export const dayInKorea = (at: Date): string => inKorea(at).slice(0, 10);

/** A date so many days later. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export type Span = Readonly<{ unit: 'minute' | 'hour' | 'day'; count: number }>;

/** The time between two instants in its largest whole unit, rounded down, with the sign of `to - from`. */
export function spanBetween(from: Date, to: Date): Span {
  const minutes = Math.trunc((to.getTime() - from.getTime()) / MINUTE_MS);
  if (Math.abs(minutes) < 60) return { unit: 'minute', count: minutes };
  if (Math.abs(minutes) < 48 * 60) return { unit: 'hour', count: Math.trunc(minutes / 60) };
  return { unit: 'day', count: Math.trunc(minutes / (24 * 60)) };
}
