import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DEFAULT_MONTH,
  firstWeek,
  generateMarket,
  readMarket,
  writeMarket,
  type Market,
  type Month,
} from '@jeongsan/market';

/** Five days of orders of sellers that are paid within days, with the kinds of events of the demo's month. */
const SMALL: Month = {
  ...DEFAULT_MONTH,
  seed: 7,
  days: 5,
  sellers: 24,
  orders: 90,
  cancelUntil: '2026-05-07',
};

/** Nine days, two weekends and three days on which sellers are paid among them. */
export const LONGER: Month = { ...SMALL, days: 9, orders: 160, cancelUntil: '2026-05-11' };

/** The first day on which the provider's balance covers a run: on holidays and on the days before nothing is settled. */
export const FIRST_PAYDAY = 6;

/** The sums of a market's files, amounts as decimal strings. */
export type Recomputed = Readonly<Record<string, string>> & {
  perSeller: Readonly<Record<string, Readonly<{ earned: string }>>>;
};

/** The market that trials play, and its totals by a program that shares no code with the platform. */
export type SmallMarket = Readonly<{ market: Market; expected: Recomputed }>;

const RECOMPUTE = join(import.meta.dirname, '../../../../examples/market/recompute.mjs');

/** Writes the market's files as its owner would, reads them, and has them added up. Without `month`: five days of sellers that are paid within days. */
export async function smallMarket(month?: Month): Promise<SmallMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-market-'));
  try {
    await writeMarket(folder, month === undefined ? firstWeek(generateMarket(SMALL)) : generateMarket(month));
    const market = await readMarket(folder);
    const { stdout, stderr, status } = spawnSync(process.execPath, [RECOMPUTE, folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return { market, expected: JSON.parse(stdout) as Recomputed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
