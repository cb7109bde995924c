import type { Executor } from '@jeongsan/database';
import { Split, type SplitView } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { z } from 'zod';

export type SplitTerms = z.output<typeof Split>;
export type NamedSplit = z.output<typeof SplitView>;
/** What a split is named for; the key of the ARS service `default` is empty, because every reserveNumber begins with it. */
export type SplitFor = Pick<NamedSplit, 'kind' | 'key'>;

const DEFAULT_SERVICE = 'default';
export const storedKey = ({ kind, key }: SplitFor): string => (kind === 'ars' && key === DEFAULT_SERVICE ? '' : key);

/** A row of `gateway.split`. */
export type SplitRow = Omit<NamedSplit, keyof SplitTerms> & Readonly<{ document: unknown }>;
export const SPLIT_COLUMNS = 'kind, key, version, document, reason, named_at as "namedAt", named_by as "namedBy"';

export const splitDocument = (terms: SplitTerms): string => JSON.stringify(z.encode(Split, terms));
export const readSplitDocument = (document: unknown): SplitTerms => Split.parse(document);

export const namedSplit = ({ document, ...row }: SplitRow): NamedSplit => ({
  ...row,
  key: row.key === '' ? DEFAULT_SERVICE : row.key,
  ...readSplitDocument(document),
});

const CURRENT = statement(`
  select ${SPLIT_COLUMNS} from gateway.split where kind = :kind and key = :key order by version desc limit :rows`);

/** The versions of a split, newest first. */
export async function splitVersions(db: Executor, of: SplitFor, rows: number): Promise<NamedSplit[]> {
  const found = await CURRENT.rows<SplitRow>(db, { kind: of.kind, key: storedKey(of), rows });
  return found.map(namedSplit);
}
