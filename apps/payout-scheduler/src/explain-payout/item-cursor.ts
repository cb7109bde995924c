import { refuse } from '@jeongsan/platform-contract';
import { z } from 'zod';
import { FROM_THE_START, type ItemPlace } from './movement-items.js';

const Place = z.tuple([
  z.string().regex(/^\d{1,18}$/),
  z.string().max(64),
  z.string().max(200),
  z.int().min(0).max(99),
]);

/** Where a page of lines ends, as callers hand it back. */
export const textOf = (row: {
  entry_id: bigint;
  order_id: string | null;
  line_id: string | null;
  tranche: number | null;
}): string =>
  Buffer.from(
    JSON.stringify([row.entry_id.toString(), row.order_id ?? '', row.line_id ?? '', row.tranche ?? 0]),
  ).toString('base64url');

/** @throws CURSOR_INVALID for anything that no page ended with. */
export function placeOf(cursor: string | undefined): ItemPlace {
  if (cursor === undefined) return FROM_THE_START;
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
