import { isDeepStrictEqual } from 'node:util';
import type { Cycle } from '@jeongsan/calendar';
import type { Reserve, RoundedCharge, StartEvent, TermsBody } from '@jeongsan/settlement';

/** What one person may change alone; null: no limit of this kind, so one person decides as far as APPROVAL_LIMITS go. */
export type AloneLimits = Readonly<{
  /** The most by which a rate may differ from the agreed terms of the seller, in 1/100,000. */
  rate: number | null;
  /** The most sellers that a commission rule may reach. */
  sellers: number | null;
}>;
export const NO_ALONE_LIMITS: AloneLimits = { rate: null, sellers: null };

export type BeyondReason = 'RATE' | 'FEES' | 'PAYS_EARLIER' | 'RESERVE_LESS';

/**
 * Why new terms need a second person, held against the agreed ones (agreedTerms); empty: one person decides. What cannot be
 * compared, such as a rate with a formula, counts as beyond the limit.
 */
export function beyondAlone(before: TermsBody, after: TermsBody, { rate }: AloneLimits): BeyondReason[] {
  if (rate === null) return [];
  const feesBefore = new Map(before.fees.map((fee) => [fee.code, fee]));
  const isFeeWithin = after.fees.every((fee) => {
    const old = feesBefore.get(fee.code);
    return old !== undefined && isWithin(old, fee, rate) && old.vatBearer === fee.vatBearer;
  });
  const reasons = {
    RATE: !isWithin(before.commission, after.commission, rate) || before.commissionBase !== after.commissionBase,
    FEES: !isFeeWithin || after.fees.length !== before.fees.length,
    PAYS_EARLIER: paysEarlier(before, after),
    RESERVE_LESS: isLess(before.reserve, after.reserve),
  } satisfies Record<BeyondReason, boolean>;
  return (Object.keys(reasons) as BeyondReason[]).filter((reason) => reasons[reason]);
}

/** Whether one person may put a charge in the place of another. */
export function isWithin({ charge: a }: RoundedCharge, { charge: b }: RoundedCharge, most: number): boolean {
  if (a.kind === 'RATE' && b.kind === 'RATE') return Math.abs(a.rate - b.rate) <= most;
  return isDeepStrictEqual(a, b);
}

const startOrder = { PAID: 0, DELIVERED: 1, CONFIRMED: 2 } as const satisfies Record<StartEvent, number>;

function paysEarlier(before: TermsBody, after: TermsBody): boolean {
  if (startOrder[after.startEvent] < startOrder[before.startEvent]) return true;
  if (after.startEvent === 'CONFIRMED' && after.autoConfirmDays < before.autoConfirmDays) return true;
  if (after.datePolicy !== before.datePolicy) return true;
  return areTranchesEarlier(before, after) || isCycleEarlier(before.cycle, after.cycle);
}

function areTranchesEarlier({ tranches: before }: TermsBody, { tranches: after }: TermsBody): boolean {
  if (isDeepStrictEqual(before, after)) return false;
  const [one, other] = [before[0], after[0]];
  const isComparable = before.length === 1 && after.length === 1 && one?.unit === other?.unit;
  return !isComparable || (other?.days ?? 0) < (one?.days ?? 0);
}

/** A cycle that pays on fewer days of a month pays later; another one may pay earlier. */
const isCycleEarlier = (before: Cycle, after: Cycle): boolean =>
  !isDeepStrictEqual(before, after) && daysOfMonth(after) >= daysOfMonth(before);

function daysOfMonth(cycle: Cycle): number {
  switch (cycle.kind) {
    case 'DAILY':
      return 31;
    case 'WEEKLY':
      return 4.5 * cycle.days.length;
    case 'MONTHLY':
      return cycle.days.length;
    case 'MANUAL':
      return 31; // Dates that a person names can be any.
  }
}

function isLess(before: Reserve | null, after: Reserve | null): boolean {
  if (before === null) return false;
  if (before.kind === 'ROLLING' && after?.kind === 'ROLLING')
    return after.rate < before.rate || after.days < before.days;
  if (before.kind === 'FIXED' && after?.kind === 'FIXED') return after.amount < before.amount;
  return true;
}
