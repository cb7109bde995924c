type Shown<T> = T | null | undefined;

/** Whether a date lies in a period, both ends included. An item that does not show its date cannot be outside. */
export const betweenDates =
  (from = '', until = '9999-12-31') =>
  (date: Shown<string>): boolean =>
    typeof date !== 'string' || (date >= from && date <= until);

const SECOND_MS = 1_000;

/**
 * Whether an instant lies in a period of local times of Seoul, as document 1 section 4 writes them: a date alone is its midnight, and
 * the last second belongs to the period.
 */
export function betweenTimes(from: string, until: string): (at: Shown<Date>) => boolean {
  const [first, last] = [instantOf(from), instantOf(until) + SECOND_MS];
  return (at) => !(at instanceof Date) || !(at.getTime() < first || at.getTime() >= last);
}

/** A text that is no time gives NaN, and every instant is inside: the provider refuses such a request itself. */
const instantOf = (text: string): number =>
  new Date(`${text.length > 'yyyy-MM-dd'.length ? text.slice(0, 19) : `${text}T00:00:00`}+09:00`).getTime();
