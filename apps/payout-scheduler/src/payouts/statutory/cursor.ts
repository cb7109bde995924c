import { BusinessDate, refuse } from '@jeongsan/platform-contract';

/** A cursor of several texts, the first of which is a date. */
export const cursorOf = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The texts of a cursor; none for the first page. @throws CURSOR_INVALID for a text that no page returned. */
export function partsOf(cursor: string | null | undefined, count: number): string[] {
  if (cursor == null) return [];
  const parts = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isOurs = Array.isArray(parts) && parts.length === count && parts.every(isText);
  if (!isOurs || !BusinessDate.safeParse(parts[0]).success)
    throw refuse('CURSOR_INVALID', 'The cursor is none that an earlier page gave: start again without one');
  return parts;
}

const isText = (part: unknown): part is string =>
  typeof part === 'string' && !part.includes('\0') && part.length <= 100;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
