import type { GaugeName } from './metric-table.js';
import type { Sample } from './metrics.js';

/** A connection in a read-only transaction with a short time limit. */
type ReadOnly = { query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T> };

/** The values that a reading must return: those of each of its gauges. */
export type Read<N extends GaugeName> = { readonly [K in N]: readonly Sample<K>[] };

/**
 * Gauges that are read from Postgres together when the metrics are read. `read` takes set-based statements that use indexes:
 * it runs every few seconds in every process, and is given up after a time limit.
 */
export type Reading = Readonly<{
  /** Of the label `reading` of the metrics about readings. */
  name: string;
  gauges: readonly GaugeName[];
  read: (db: ReadOnly, now: Date) => Promise<Partial<Read<GaugeName>>>;
}>;

/** Provider token for lists of Reading, from any module. */
export const READINGS = Symbol('readings');

/** Declares a reading; a gauge that `read` leaves out does not compile. */
export const reading = <const N extends GaugeName>(
  name: string,
  gauges: readonly N[],
  read: (db: ReadOnly, now: Date) => Promise<Read<N>>,
): Reading => ({ name, gauges, read: read });

/** The one value of a gauge without labels. Sums of won are exact as numbers up to 9,007,199,254,740,991. */
export const one = (value: bigint | number): readonly [{ labels: Readonly<Record<never, string>>; value: number }] => [
  { labels: {}, value: Number(value) },
];

/** Values by one label, from rows of its value and a number. */
export const by = <L extends string>(
  label: L,
  rows: readonly (readonly [of: string, value: bigint | number])[],
): { labels: Readonly<Record<L, string>>; value: number }[] =>
  rows.map(([of, value]) => ({ labels: { [label]: of } as Record<L, string>, value: Number(value) }));
