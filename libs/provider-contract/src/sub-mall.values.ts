import { z } from 'zod';

/** The provider's payout API before v2, closed to new contracts (document 1 sections 2.10 and 4). */
export const legacy = { security: 'basic', timeoutMs: 60_000 } as const;

/** An invalid id is refused with an error code of its own, so the schema accepts any text. */
export const SubMallIdText = z.string().max(200);

/**
 * The length of a text in columns: a Korean character counts twice (limits of 30 Korean or 60 English characters in document 1
 * section 2.10).
 */
export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + ((character.codePointAt(0) ?? 0) > LAST_NARROW ? 2 : 1), 0);
const LAST_NARROW = 0xff;

/** A text of 1 to `max` columns. */
export const sized = (columnsMax: number) =>
  z
    .string()
    .min(1)
    .max(columnsMax)
    .refine(
      (text) => columnsOf(text) <= columnsMax,
      `At most ${columnsMax / 2} Korean or ${columnsMax} English characters`,
    );

const PAIRS_MAX = 50;
const BYTES_MAX = 4096;

// ASSUMED: the 4 kB are those of the pairs as JSON, in UTF-8.
export const SubMallMetadata = z
  .record(z.string(), z.string())
  .refine((pairs) => Object.keys(pairs).length <= PAIRS_MAX, `At most ${PAIRS_MAX} pairs`)
  .refine((pairs) => new TextEncoder().encode(JSON.stringify(pairs)).length <= BYTES_MAX, `At most ${BYTES_MAX} bytes`);

const SEOUL_OFFSET_MS = 9 * 3_600_000;

/** yyyyMMddHHmmss as yyyy-MM-ddTHH:mm:ss. */
export const spelledOut = (compact: string): string =>
  compact.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');

/** An instant as yyyyMMddHHmmss in Asia/Seoul. */
export const CompactInstant = z.codec(z.string().regex(/^\d{14}$/), z.date(), {
  decode: (text) => new Date(`${spelledOut(text)}+09:00`),
  encode: (instant) => new Date(instant.getTime() + SEOUL_OFFSET_MS).toISOString().slice(0, 19).replace(/\D/g, ''),
});
