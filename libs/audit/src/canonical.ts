import { createHash } from 'node:crypto';

/** What facts are made of. Amounts are bigints here, and decimal text in the stored row. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** JSON with sorted names and without white space, so that equal facts are equal bytes. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'bigint') return JSON.stringify(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** A stored decision, each column as the text that its hash covers. `at`: UTC with microseconds, as `2026-03-01T00:00:00.000000Z`. */
export type DecisionRow = Readonly<{
  number: bigint;
  id: string;
  at: string;
  kind: string;
  subject: string;
  service: string;
  actor: string;
  credential: string;
  reason: string | null;
  before: string | null;
  after: string | null;
  prevHash: string;
  hash: string;
}>;

/** The hash that the first decision builds on. */
export const FIRST_HASH = '0'.repeat(64);

/** The columns in the order in which they are hashed: the same list is in the function `audit.hash_of` of Postgres. */
const hashed = [
  'prevHash',
  'number',
  'id',
  'at',
  'kind',
  'subject',
  'service',
  'actor',
  'credential',
  'reason',
  'before',
  'after',
] as const satisfies readonly (keyof DecisionRow)[];

/**
 * The hash of a decision: SHA-256 over its columns, each preceded by its length in bytes, or `-` for null. The lengths keep two
 * columns from being read as one.
 */
export function hashOfDecision(row: DecisionRow): string {
  const hash = createHash('sha256');
  for (const name of hashed) {
    const value = row[name];
    hash.update(value === null ? '-' : sized(String(value)));
  }
  return hash.digest('hex');
}

const sized = (text: string): string => `${Buffer.byteLength(text)}:${text}`;
