import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { MonthDifference } from './month-files.js';

/** What the short-lived process with DuckDB is asked to do. All paths are absolute. */
export type DuckOrder =
  | { do: 'write'; folder: string; entriesCsv: string; postingsCsv: string }
  | {
      do: 'compare';
      folder: string;
      balancesCsv: string;
      blocksCsv: string;
      /** Of the month, as sealed. */
      postings: string;
      entries: string;
      hash: string;
    }
  | { do: 'kept'; folder: string; balancesCsv: string; templatesCsv: string; keptCsv: string; statedCsv: string }
  | { do: 'unpack'; folder: string; entriesCsv: string };

const run = promisify(execFile);
/** The same file for the source and for what is built from it. */
const PROGRAM = resolve(import.meta.dirname, '../../dist/months/duck.main.js');
const ANSWER_BYTES_MAX = 1 << 20;

/**
 * Runs DuckDB in a process of its own: its memory, up to DUCK_MEMORY, is given back when the work is done. Returns the
 * differences of a comparison; nothing for the other orders.
 */
export async function orderDuck(order: DuckOrder): Promise<MonthDifference[]> {
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(order)], { maxBuffer: ANSWER_BYTES_MAX });
  return JSON.parse(stdout) as MonthDifference[];
}
