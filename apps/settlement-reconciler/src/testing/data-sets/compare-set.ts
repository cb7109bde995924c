import type { BreakClass } from '@jeongsan/platform-contract';
import { seededRandom } from '@jeongsan/random';
import type { DataSource } from 'typeorm';
import { dryMatch } from '../../match-records/match-records.js';
import { windowOfDays } from '../../match-records/windows.js';
import { settings } from '../night.js';
import { cleanSet, FIRST_DAY, LAST_DAY, type MarketSet } from './market-set.js';
import { planters } from './planters.js';
import { storeSet } from './store-set.js';
import { Targets } from './targets.js';

const NOW = new Date(`${LAST_DAY}T18:00:00Z`);

/** Classes that the comparison of a set finds. */
export const matchedClasses = (Object.keys(planters) as BreakClass[]).filter((code) => planters[code].by === 'match');

class Undone extends Error {}

/** The differences of a set, each as its class and subject. Nothing of the set remains in the database. */
export async function differencesOf(db: DataSource, set: MarketSet): Promise<string[]> {
  const found: string[] = [];
  await db
    .transaction(async (tx) => {
      await storeSet(tx, set);
      for await (const page of dryMatch(tx, await windowOfDays(tx, FIRST_DAY, LAST_DAY), NOW, settings))
        found.push(...page.map((one) => `${one.class} ${one.class === 'UNKNOWN_WITHDRAWAL' ? '*' : one.subject}`));
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found.sort();
}

/** The bank agrees with the other records as they are when the first difference of the bank is planted: those come last. */
const BANK = /DEPOSIT|WITHDRAWAL|PAYOUT_FEE/;
const ofBank = (classes: readonly BreakClass[]) => classes.filter((code) => BANK.test(code));
const ofBooks = (classes: readonly BreakClass[]) => classes.filter((code) => !BANK.test(code));

/** A set of this seed with one difference of each class, and what must be found. */
export function planted(seed: string, classes: readonly BreakClass[]): { set: MarketSet; expected: string[] } {
  const set = cleanSet(seed);
  const targets = new Targets(set, seededRandom(`${seed}/${classes.join()}`));
  const expected = [...ofBooks(classes), ...ofBank(classes)].map((code) => {
    const planter = planters[code];
    if (planter.by !== 'match') throw new Error(`${code} is not found by a comparison`);
    return `${code} ${planter.plant(set, targets)}`;
  });
  return { set, expected: expected.sort() };
}
