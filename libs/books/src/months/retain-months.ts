import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { exportMonth, reproveMonth } from './export-month.js';
import { listMonths } from './list-months.js';
import { type MonthDifference, MonthRefused } from './month-files.js';
import { detachMonth, dropMonth } from './month-state.js';

type Retained = Readonly<{ month: string; differences: readonly MonthDifference[] }>;

/**
 * Keeps the newest `keep` months and detaches all older ones, oldest first, each exported into `folder` before. Stops at a month
 * that is not sealed, and at one whose files differ from the seal. `drop` also removes the detached rows, of months that were detached earlier
 * only after their files were compared again. Returns the months that it changed.
 */
export async function retainMonths(
  db: DataSource,
  { keep, folder, drop, now }: { keep: number; folder: string; drop: boolean; now: Date },
): Promise<Retained[]> {
  const months = (await listMonths(db)).filter(({ month }) => `${month}-01` <= now.toISOString().slice(0, 10));
  const done: Retained[] = [];
  for (const { month, state } of months.slice(0, Math.max(0, months.length - keep))) {
    if (state === 'OPEN') throw new MonthRefused(`the month ${month} is not sealed: seal it first`);
    if (state === 'SEALED') {
      const differences = await exportMonth(db, month, folder, now);
      done.push({ month, differences });
      if (differences.length > 0) return done;
      await detachMonth(db, month, now);
    }
    if (drop && state === 'DETACHED') {
      const differences = await reproveMonth(join(folder, month), { db, month });
      done.push({ month, differences });
      if (differences.length > 0) return done;
    }
    if (drop && state !== 'DROPPED') await dropMonth(db, month);
  }
  return done;
}
