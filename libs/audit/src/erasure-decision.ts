import type { Erasure } from '@jeongsan/database';
import { type Author, authorOf } from './author.js';

export type ErasureAsked = Readonly<{
  /** The number of the person's request, in the market's own files. */
  request: string;
  author: Author;
}>;

/** The decision to erase a person's data: what was erased and what stays, never the data. */
export const erasureDecision = <const K extends 'buyer.erased' | 'seller.erased'>(
  kind: K,
  { subject, erased, kept }: Erasure,
  { request, author }: ErasureAsked,
) => ({
  kind,
  subject,
  ...authorOf(author),
  reason: request,
  before: null,
  after: { erased: erased.map((one) => ({ ...one })), kept: kept.map((one) => ({ ...one })) },
});
