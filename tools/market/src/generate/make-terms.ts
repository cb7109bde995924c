import type { Cycle, DatePolicy, LagUnit, Terms } from '../market-files/market.js';
import { addDays } from './days.js';
import type { Month } from './generate-market.js';
import { weighted, type Random } from './random.js';

/** Commission rates in 1/100000: round ones, ones that include VAT by habit (3.3 %, 5.94 %), and ones somebody negotiated. */
// prettier-ignore
const RATES = [
  2000, 2750, 3300, 3370, 3850, 4900, 5000, 5940, 6000, 6600, 7000, 7700, 8000, 8470, 9900, 10000, 10780, 11000, 12000, 13310, 15000,
] as const;

// prettier-ignore
const pickLag = weighted<readonly [days: number, unit: LagUnit]>([
  [[1, 'BUSINESS'], 20], [[2, 'BUSINESS'], 18], [[3, 'BUSINESS'], 12], [[5, 'BUSINESS'], 10], [[7, 'BUSINESS'], 7], [[10, 'BUSINESS'], 3],
  [[15, 'BUSINESS'], 2], [[1, 'CALENDAR'], 8], [[2, 'CALENDAR'], 6], [[3, 'CALENDAR'], 6], [[7, 'CALENDAR'], 6], [[15, 'CALENDAR'], 2],
]);

// prettier-ignore
const pickCycle = weighted<Cycle>([
  [{ kind: 'DAILY' }, 40],
  [{ kind: 'WEEKLY', weekdays: ['MON', 'THU'] }, 10], [{ kind: 'WEEKLY', weekdays: ['TUE', 'FRI'] }, 8],
  [{ kind: 'WEEKLY', weekdays: ['MON', 'WED', 'FRI'] }, 6], [{ kind: 'WEEKLY', weekdays: ['MON'] }, 6],
  [{ kind: 'WEEKLY', weekdays: ['WED'] }, 6], [{ kind: 'WEEKLY', weekdays: ['FRI'] }, 6],
  [{ kind: 'MONTHLY', daysOfMonth: [10, 25] }, 8], [{ kind: 'MONTHLY', daysOfMonth: [1, 11, 21] }, 5],
  [{ kind: 'MONTHLY', daysOfMonth: [31] }, 4], [{ kind: 'MONTHLY', daysOfMonth: [15] }, 2],
]);

const pickDatePolicy = weighted<DatePolicy>([
  ['HOLIDAY_AFTER', 50],
  ['HOLIDAY_BEFORE', 30],
  ['CALENDAR_DAY', 20],
]);

/** Terms that change within the month need orders on both sides of the change. */
const DAYS_FOR_A_CHANGE = 14;

/** What the market agreed with a seller before the month; for about one in six, once more in the middle of it. */
export function makeTerms(sellerId: string, month: Month, random: Random): Terms[] {
  const [lagDays, lagUnit] = pickLag(random);
  const first: Terms = {
    sellerId,
    effectiveFrom: addDays(month.from, -random.integer(0, 400)),
    commissionRate: random.pick(RATES),
    lagDays,
    lagUnit,
    cycle: pickCycle(random),
    datePolicy: pickDatePolicy(random),
  };
  if (month.days < DAYS_FOR_A_CHANGE || !random.chance(0.16)) return [first];

  const effectiveFrom = addDays(month.from, random.integer(7, month.days - 7));
  const commissionRate = random.pick(RATES.filter((rate) => rate !== first.commissionRate));
  const change = random.chance(0.5) ? { cycle: pickCycle(random), datePolicy: pickDatePolicy(random) } : {};
  return [first, { ...first, effectiveFrom, commissionRate, ...change }];
}
