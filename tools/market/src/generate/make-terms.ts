import { weighted, type Random } from '@jeongsan/random';
import type {
  BusinessType,
  Cycle,
  DatePolicy,
  LagUnit,
  Reserve,
  TaxType,
  Terms,
  Tranche,
} from '../market-files/market.js';
import { addDays } from './days.js';
import type { Month } from './month.js';

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

/** The part of a large market's agreements that is the same for every version of a seller's terms. */
type Safeguards = Readonly<{
  later: Tranche | undefined;
  taxType: TaxType;
  reserve: Reserve | undefined;
  debtNetPercent: number;
}>;

/** Every tenth seller waits longer for a part; about as many leave a reserve. Drawn apart from what else the month draws. */
export function makeSafeguards(index: number, businessType: BusinessType, random: Random): Safeguards {
  const waitsForPart = index % 10 === 3;
  const leavesShare = index % 12 === 5;
  const leavesAmount = index % 20 === 7;
  const later = waitsForPart
    ? ({ percent: 30, days: random.pick([10, 12, 14]), unit: 'CALENDAR' } as const)
    : undefined;
  const reserve = leavesShare
    ? ({ kind: 'ROLLING', percent: random.pick([5, 10]), days: random.pick([7, 14]) } as const)
    : leavesAmount
      ? ({ kind: 'FIXED', amount: random.pick([100_000n, 200_000n]) } as const)
      : undefined;
  return { later, taxType: pickTaxType[businessType](random), reserve, debtNetPercent: random.chance(0.1) ? 50 : 100 };
}

const pickTaxType = {
  INDIVIDUAL: weighted<TaxType>([
    ['WITHHOLDING', 60],
    ['NON_WITHHOLDING', 40],
  ]),
  INDIVIDUAL_BUSINESS: weighted<TaxType>([
    ['GENERAL', 65],
    ['SIMPLIFIED', 30],
    ['EXEMPT', 5],
  ]),
  CORPORATE: weighted<TaxType>([
    ['GENERAL', 94],
    ['EXEMPT', 6],
  ]),
} satisfies Record<BusinessType, unknown>;

/** All that is not to be paid later is paid after the usual lag. */
export const tranchesOf = (days: number, unit: LagUnit, later: Tranche | undefined): Tranche[] =>
  later === undefined
    ? [{ percent: 100, days, unit }]
    : [
        { percent: 100 - later.percent, days, unit },
        { ...later, days: later.days + days },
      ];

/** What the market agreed with a seller before the month; for about one in six, once more in the middle of it. */
export function makeTerms(sellerId: string, safeguards: Safeguards, month: Month, random: Random): Terms[] {
  const [lagDays, lagUnit] = pickLag(random);
  const { later, ...kept } = safeguards;
  const first: Terms = {
    sellerId,
    effectiveFrom: addDays(month.from, -random.integer(0, 400)),
    commissionRate: random.pick(RATES),
    tranches: tranchesOf(lagDays, lagUnit, later),
    cycle: pickCycle(random),
    datePolicy: pickDatePolicy(random),
    ...kept,
  };
  if (month.days < DAYS_FOR_A_CHANGE || !random.chance(0.16)) return [first];

  const effectiveFrom = addDays(month.from, random.integer(7, month.days - 7));
  const commissionRate = random.pick(RATES.filter((rate) => rate !== first.commissionRate));
  const change = random.chance(0.5) ? { cycle: pickCycle(random), datePolicy: pickDatePolicy(random) } : {};
  return [first, { ...first, effectiveFrom, commissionRate, ...change }];
}
