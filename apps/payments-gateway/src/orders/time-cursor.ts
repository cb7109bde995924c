import { refuse } from '@jeongsan/platform-contract';
import { z } from 'zod';

/** The place where a page ends in a list sorted by time: the instant and the id of the last row. */
export type TimePlace = Readonly<{ at: Date; id: string }>;

const FROM_THE_START: TimePlace = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
const Place = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);

export const cursorOf = ({ at, id }: TimePlace): string => `${at.toISOString()}_${id}`;

/** Reads a cursor. @throws CURSOR_INVALID for a text that no page returned. */
export function placeOf(cursor: string | undefined): TimePlace {
  if (cursor === undefined) return FROM_THE_START;
  const place = Place.safeParse(cursor.split('_'));
  if (!place.success) {
    throw refuse('CURSOR_INVALID', 'The cursor is none that an earlier page gave: start again without one');
  }
  return { at: new Date(place.data[0]), id: place.data[1] };
}
