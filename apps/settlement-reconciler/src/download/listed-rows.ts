import { bigint, type Columns, date, int } from '@jeongsan/sql';
import type { Seen } from '../report-breaks/report-breaks.js';

/** The page on which a row was listed. */
export type Listed = Readonly<{
  downloadId: bigint;
  page: number;
  seen: Seen;
  /** Whether rows of this listing were stored before. */
  expectsKnown: boolean;
}>;
/** The columns that say where a row was read, and in which run first. */
export const listedColumns = ({ downloadId, page, seen }: Listed): Columns<unknown> => ({
  download_id: bigint(() => downloadId),
  page: int(() => page),
  listed_on: date(() => seen.businessDate),
});

/** The number of known rows with other content, and the days of the rows that were new. */
export type StoredRows = Readonly<{ changed: number; fresh: readonly string[] }>;
