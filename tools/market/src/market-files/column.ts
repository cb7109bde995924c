/** How the text of one cell becomes a value. Throws Misfit when it cannot. */
export type Column<T> = (text: string) => T;

/** Why a cell does not fit its column; the reader adds file, line and column. */
export class Misfit extends Error {}

/** Amounts stay below a thousand million won, the limit of one payout and far above any basket. */
export const AMOUNT_MAX = 999_999_999n;

export function text(lengthMax: number): Column<string> {
  return (cell) => {
    if (cell === '') throw new Misfit('is empty');
    if (cell.trim() !== cell) throw new Misfit('begins or ends with a space');
    if (/\p{Cc}/u.test(cell)) throw new Misfit('holds a control character');
    const { length } = Array.from(cell);
    if (length > lengthMax) throw new Misfit(`is ${length} characters long, at most ${lengthMax} fit`);
    return cell;
  };
}

export function matching(pattern: RegExp, rule: string): Column<string> {
  return (cell) => {
    if (!pattern.test(cell)) throw new Misfit(`${quoted(cell)} is not ${rule}`);
    return cell;
  };
}

/** An id as the market's own systems write it; nothing in it needs escaping in a URL. */
export function identifier(lengthMin: number, lengthMax: number): Column<string> {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{${lengthMin},${lengthMax}}$`);
  return matching(pattern, `${lengthMin} to ${lengthMax} of the characters A-Z a-z 0-9 _ -`);
}

export function oneOf<const T extends string>(words: readonly T[]): Column<T> {
  return (cell) => {
    const word = words.find((known) => known === cell);
    if (word === undefined) throw new Misfit(`${quoted(cell)} is none of ${words.join(', ')}`);
    return word;
  };
}

export function wholeNumber(min: number, max: number): Column<number> {
  return (cell) => {
    const value = /^(0|[1-9]\d{0,8})$/.test(cell) ? parseInt(cell, 10) : NaN;
    if (!(value >= min && value <= max))
      throw new Misfit(`${quoted(cell)} is not a whole number from ${min} to ${max}`);
    return value;
  };
}

/** Whole won in plain digits: no sign, no separator, no decimals, no leading zero. */
export function wonFrom(min: bigint): Column<bigint> {
  return (cell) => {
    const value = /^(0|[1-9]\d{0,17})$/.test(cell) ? BigInt(cell) : -1n;
    if (value < min || value > AMOUNT_MAX) {
      throw new Misfit(`${quoted(cell)} is not an amount of won from ${min} to ${AMOUNT_MAX}, written in digits only`);
    }
    return value;
  };
}

/** A date that exists: 2026-02-30 has the right shape and still does not fit. */
export const date: Column<string> = (cell) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(cell) || !exists(cell))
    throw new Misfit(`${quoted(cell)} is not a date like 2026-05-01`);
  return cell;
};

/** A moment of Korean time. All carry the same offset, so their texts sort as their times do. */
export const instant: Column<string> = (cell) => {
  const parts = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?\+09:00$/.exec(cell);
  if (parts?.[1] === undefined || !exists(parts[1])) {
    throw new Misfit(`${quoted(cell)} is not a Korean time like 2026-05-01T09:30:00+09:00`);
  }
  return cell;
};

export function emptyOr<T>(column: Column<T>): Column<T | undefined> {
  return (cell) => (cell === '' ? undefined : column(cell));
}

function exists(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A cell as it stands in a reason, cut short so that one bad cell does not fill the screen. */
function quoted(cell: string): string {
  return `"${cell.length > 40 ? `${cell.slice(0, 40)}...` : cell}"`;
}
