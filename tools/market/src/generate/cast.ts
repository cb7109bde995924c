import type { CategoryName } from './catalogue.js';
import type { BusinessType, Cycle, DatePolicy, LagUnit, Verification } from '../market-files/market.js';

/** Why a seller is in the month. EVERYDAY is everyone the cast does not name. */
export type Part = 'EVERYDAY' | 'UNVERIFIED' | 'BOUNCING' | 'OVER_LIMIT' | 'IN_DEBT';

/** A seller the month must have, so that every ending of a payout happens. */
export type CastMember = Readonly<{
  part: Exclude<Part, 'EVERYDAY'>;
  businessType: BusinessType;
  category: CategoryName;
  verification: Verification;
  /** Its share of all order lines, in thousandths. IN_DEBT sellers have none: their orders are made one by one. */
  salesShare: number;
  account?: Readonly<{ bankCode: string; accountNumber: string }>;
  lagDays: number;
  lagUnit: LagUnit;
  cycle: Cycle;
  datePolicy: DatePolicy;
}>;

const DAILY: Cycle = { kind: 'DAILY' };
const MONDAY_AND_THURSDAY: Cycle = { kind: 'WEEKLY', weekdays: ['MON', 'THU'] };
const WEDNESDAY: Cycle = { kind: 'WEEKLY', weekdays: ['WED'] };
const FRIDAY: Cycle = { kind: 'WEEKLY', weekdays: ['FRI'] };

/** An account the provider's test environment refuses to pay into. */
const REFUSED_ACCOUNT = { bankCode: '011', accountNumber: '3025353430761' };

// prettier-ignore
export const CAST: readonly CastMember[] = [
  { part: 'UNVERIFIED', businessType: 'INDIVIDUAL_BUSINESS', category: '패션', verification: 'NEVER', salesShare: 14,
    lagDays: 2, lagUnit: 'BUSINESS', cycle: DAILY, datePolicy: 'HOLIDAY_AFTER' },
  { part: 'UNVERIFIED', businessType: 'INDIVIDUAL', category: '생활', verification: 'NEVER', salesShare: 4,
    lagDays: 3, lagUnit: 'CALENDAR', cycle: FRIDAY, datePolicy: 'HOLIDAY_BEFORE' },
  { part: 'BOUNCING', businessType: 'INDIVIDUAL_BUSINESS', category: '식품', verification: 'COMPLETED', salesShare: 14,
    account: REFUSED_ACCOUNT, lagDays: 2, lagUnit: 'CALENDAR', cycle: MONDAY_AND_THURSDAY, datePolicy: 'HOLIDAY_AFTER' },
  { part: 'OVER_LIMIT', businessType: 'INDIVIDUAL_BUSINESS', category: '가전', verification: 'IDENTITY_ONLY', salesShare: 31,
    lagDays: 1, lagUnit: 'BUSINESS', cycle: DAILY, datePolicy: 'HOLIDAY_AFTER' },
  { part: 'OVER_LIMIT', businessType: 'CORPORATE', category: '가전', verification: 'IDENTITY_ONLY', salesShare: 30,
    lagDays: 3, lagUnit: 'CALENDAR', cycle: MONDAY_AND_THURSDAY, datePolicy: 'HOLIDAY_BEFORE' },
  { part: 'OVER_LIMIT', businessType: 'INDIVIDUAL', category: '가전', verification: 'IDENTITY_ONLY', salesShare: 29,
    lagDays: 5, lagUnit: 'BUSINESS', cycle: WEDNESDAY, datePolicy: 'HOLIDAY_AFTER' },
  { part: 'IN_DEBT', businessType: 'INDIVIDUAL_BUSINESS', category: '스포츠', verification: 'COMPLETED', salesShare: 0,
    lagDays: 1, lagUnit: 'CALENDAR', cycle: DAILY, datePolicy: 'HOLIDAY_AFTER' },
  { part: 'IN_DEBT', businessType: 'CORPORATE', category: '유아동', verification: 'COMPLETED', salesShare: 0,
    lagDays: 2, lagUnit: 'BUSINESS', cycle: MONDAY_AND_THURSDAY, datePolicy: 'HOLIDAY_BEFORE' },
  { part: 'IN_DEBT', businessType: 'INDIVIDUAL', category: '생활', verification: 'COMPLETED', salesShare: 0,
    lagDays: 3, lagUnit: 'BUSINESS', cycle: FRIDAY, datePolicy: 'HOLIDAY_AFTER' },
];
