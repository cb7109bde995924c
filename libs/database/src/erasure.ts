import { type Executor, jsonb, oneRow, statement, text, timestamptz } from '@jeongsan/sql';

export type Erased = Readonly<{ what: string; rows: number }>;
/**
 * Data that is kept until a date, because a law or the repeat of an idempotent answer requires it. Deleted automatically after
 * that date.
 */
export type Kept = Readonly<{ what: string; until: string | null; because: string }>;
export type Erasure = Readonly<{ subject: string; erased: readonly Erased[]; kept: readonly Kept[] }>;

type AskedErasure = Erasure & Readonly<{ request: string; by: string; now: Date }>;

const INSERT = statement('insert into messaging.erasure (:row.columns) values (:row.values)', {
  row: oneRow<AskedErasure>({
    subject: text((asked) => asked.subject),
    request: text((asked) => asked.request),
    asked_by: text((asked) => asked.by),
    asked_at: timestamptz((asked) => asked.now),
    erased: jsonb((asked) => JSON.stringify(asked.erased)),
    kept: jsonb((asked) => JSON.stringify(asked.kept)),
  }),
});

/** Stores who asked for an erasure, what was erased and what is kept. */
export async function recordErasure(
  tx: Executor,
  erasure: Erasure,
  { request, by }: Readonly<{ request: string; by: string }>,
  now: Date,
): Promise<void> {
  await INSERT.rows(tx, { row: { ...erasure, request, by, now } });
}
