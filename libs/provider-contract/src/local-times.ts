import { SeoulInstant } from '@jeongsan/http-contract';
import { z } from 'zod';

const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/;
const instantOf = (text: string): Date => new Date(hasOffset.test(text) ? text : `${text}+09:00`);
const encode = (instant: Date): string => z.encode(SeoulInstant, instant);
const dateTime = z.iso.datetime({ offset: true, local: true });

// ASSUMED: an ISO 8601 time of payment links and ARS may come without an offset; then it is Seoul's.
/** An instant in a merchant's request; encoded with an offset. */
export const LooseInstant = z.codec(dateTime, z.date(), { decode: instantOf, encode });

// ASSUMED: the form of validThrough is not shown; a date or an ISO 8601 time is taken, and a date lasts until its end in Seoul.
/** The end of a product's sale. */
export const ValidThrough = z.codec(z.union([dateTime, z.iso.date()]), z.date(), {
  decode: (text) => instantOf(text.length === 'yyyy-MM-dd'.length ? `${text}T23:59:59` : text),
  encode,
});
