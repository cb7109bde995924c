import { refuse } from '@jeongsan/platform-contract';
import { z } from 'zod';

/**
 * The place where a page of a statement's items ends: the last entry, and within that entry the tranche of an order
 * line.
 */
export type ItemPlace = Readonly<{ entryId: string; orderId: string; lineId: string; tranche: number }>;
export const FROM_THE_START: ItemPlace = { entryId: '0', orderId: '', lineId: '', tranche: 0 };

const Place = z.tuple([
  z.string().regex(/^\d{1,18}$/),
  z.string().max(64),
  z.string().max(200),
  z.int().min(0).max(99),
]);

/** The text of a place, as callers send it back. Entries without an order have empty order fields. */
export const textOf = (last: { [K in keyof ItemPlace]: ItemPlace[K] | null }): string =>
  Buffer.from(JSON.stringify([last.entryId, last.orderId ?? '', last.lineId ?? '', last.tranche ?? 0])).toString(
    'base64url',
  );

/** Reads a cursor. @throws CURSOR_INVALID for a text that no page returned. */
export function placeOf(cursor: string | null | undefined): ItemPlace {
  if (cursor == null) return FROM_THE_START;
  const place = Place.safeParse(parsed(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success || place.data.some((part) => String(part).includes('\0'))) {
    throw refuse('CURSOR_INVALID', 'The cursor is none that an earlier page gave: start again without one');
  }
  const [entryId, orderId, lineId, tranche] = place.data;
  return { entryId, orderId, lineId, tranche };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
