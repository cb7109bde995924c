import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The files of an exported month, in a folder of their own. */
export const monthFiles = {
  /** What the month was sealed with, and the hashes of the two Parquet files. */
  manifest: 'month.json',
  entries: 'entries.parquet',
  postings: 'postings.parquet',
  /** The sealed sums of each account, and the hashes of each block of postings. */
  balances: 'balances.csv',
  blocks: 'blocks.csv',
} as const;

export const MonthManifest = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  postings: z.string().regex(/^\d+$/),
  entries: z.string().regex(/^\d+$/),
  /** The hash of the blocks' hashes, as sealed. */
  hash: z.string(),
  files: z.object({ entries: z.string(), postings: z.string() }),
});
export type MonthManifest = z.output<typeof MonthManifest>;

export async function hashOfFile(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, name)), hash);
  return hash.digest('hex');
}

/** A month that cannot be sealed, detached or attached as it stands; the message says why. */
export class MonthRefused extends Error {
  override name = 'MonthRefused';
}

/** `month` becomes a part of SQL and of paths: only YYYY-MM may. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export function assertMonth(month: string): void {
  if (!isMonth(month)) throw new MonthRefused(`${month} is not a month: YYYY-MM`);
}

/** A difference between a month's files and what was sealed. */
export type MonthDifference = Readonly<{ subject: string; expected: string; found: string }>;
