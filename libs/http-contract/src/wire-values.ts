import { z } from 'zod';

/** A whole number in a query string. */
export const IntText = z.codec(z.string().regex(/^\d{1,9}$/), z.int(), {
  decode: (text) => Number(text),
  encode: (value) => String(value),
});

/** An instant on the wire: ISO 8601 with an offset, any number of fraction digits. Encoded in UTC. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
});

/** An instant on the wire, encoded with the offset of Korea: yyyy-MM-dd'T'HH:mm:ss+09:00. */
export const SeoulInstant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => `${new Date(value.getTime() + SEOUL_OFFSET_MS).toISOString().slice(0, 19)}+09:00`,
});
/** Korea has had no daylight saving time since 1988. */
const SEOUL_OFFSET_MS = 9 * 3_600_000;
