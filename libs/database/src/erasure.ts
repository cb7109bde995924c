import type { Executor } from './post-ledger.js';

export type Erased = Readonly<{ what: string; rows: number }>;
/** What the law, or a promise to repeat an answer, keeps: until its day, then it goes by itself. */
export type Kept = Readonly<{ what: string; until: string | null; because: string }>;
export type Erasure = Readonly<{ subject: string; erased: readonly Erased[]; kept: readonly Kept[] }>;

/** Puts on record who asked for an erasure and what came of it. */
export async function recordErasure(
  tx: Executor,
  { subject, erased, kept }: Erasure,
  { request, by }: Readonly<{ request: string; by: string }>,
  now: Date,
): Promise<void> {
  await tx.query(
    'insert into messaging.erasure (subject, request, asked_by, asked_at, erased, kept) values ($1, $2, $3, $4, $5, $6)',
    [subject, request, by, now, JSON.stringify(erased), JSON.stringify(kept)],
  );
}
