import {
  addDays,
  businessDateOf,
  type Calendar,
  instantAt,
  isWithinExpressHours,
  weekdayOf,
  WEEKDAYS,
} from '@jeongsan/calendar';
import type { PayoutStatus, SellerStatus } from '@jeongsan/provider-contract';

/** A payout in the provider's records. Times in milliseconds. */
export type BookedPayout = {
  readonly id: string;
  readonly ref: string;
  readonly destination: string;
  readonly amount: bigint;
  readonly scheduleType: 'EXPRESS' | 'SCHEDULED';
  readonly payoutDate: string;
  readonly description: string;
  readonly requestedAt: number;
  readonly startsAt: number;
  /** The time from which listings and reads show the payout. */
  readonly visibleAt: number;
  /** All payouts of one request have the same number. */
  readonly request: number;
  status: PayoutStatus;
  error: { code: string; message: string } | null;
};

export type Wanted = Readonly<{
  ref: string;
  destination: string;
  amount: bigint;
  scheduleType: 'EXPRESS' | 'SCHEDULED';
  payoutDate: string | null;
  description: string;
}>;

/** Differences between contracts with the provider, where the documents leave them open. */
export type ProviderRules = Readonly<{
  calendar: Calendar;
  /** The weekly limit of a partially approved seller, in won. */
  weeklyLimit: bigint;
  weeklyWindow: 'ROLLING' | 'CALENDAR';
  /** Whether references of rejected requests are used up as well. */
  burnsRejected: boolean;
  /** Whether an error names the item that it concerns. */
  namesItem: boolean;
}>;

export type ProviderSeller = { status: SellerStatus; deleted: boolean };
export type Answer =
  | { kind: 'accepted'; payouts: readonly BookedPayout[] }
  | { kind: 'refused'; code: string; detail: string };

const WEEK_MS = 7 * 86_400_000;
const AMOUNT_LIMIT = 1_000_000_000n;
const DAYS_AHEAD_MAX = 365;
const SCHEDULED_STARTS_AT = '09:00:00';
/** Statuses of payouts whose money has left the balance, or is about to. */
export const LIVE: ReadonlySet<PayoutStatus> = new Set(['REQUESTED', 'IN_PROGRESS', 'COMPLETED']);

/**
 * The provider's own records, written from document 2 alone and independent of ours: the oracle compares the two. A request is
 * accepted whole, or refused for its first bad item.
 */
export class ProviderBook {
  readonly payouts: BookedPayout[] = [];
  readonly byId = new Map<string, BookedPayout>();
  readonly byRef = new Map<string, BookedPayout>();
  readonly sellers = new Map<string, ProviderSeller>();
  /** The provider's availableAmount, in won. */
  available = 0n;
  private readonly burnt = new Set<string>();
  private requests = 0;

  constructor(private readonly rules: ProviderRules) {}

  /** `onOverLimit` is called for a seller whose weekly limit this request would exceed. */
  create(wanted: readonly Wanted[], at: number, visibleAt: number, onOverLimit: (destination: string) => void): Answer {
    const bad = this.firstBad(wanted, at, onOverLimit);
    if (bad !== null) {
      if (this.rules.burnsRejected) for (const { ref } of wanted) this.burnt.add(ref);
      return {
        kind: 'refused',
        code: bad.code,
        detail: this.rules.namesItem ? `(refPayoutId: ${bad.ref})` : 'refused',
      };
    }
    this.requests += 1;
    const payouts = wanted.map((item, index) => this.enter(item, index, at, visibleAt));
    return { kind: 'accepted', payouts };
  }

  /** Ends or moves a payout; the money of a failed or returned payout is available again. */
  move(payout: BookedPayout, status: PayoutStatus, error: BookedPayout['error'] = null): void {
    if (LIVE.has(payout.status) && !LIVE.has(status)) this.available += payout.amount;
    payout.status = status;
    payout.error = error;
  }

  private enter(item: Wanted, index: number, at: number, visibleAt: number): BookedPayout {
    const today = businessDateOf(new Date(at));
    const isExpress = item.scheduleType === 'EXPRESS';
    const payoutDate = isExpress ? today : (item.payoutDate ?? today);
    const payout: BookedPayout = {
      id: `payout_${this.requests}_${index}`,
      ref: item.ref,
      destination: item.destination,
      amount: item.amount,
      scheduleType: item.scheduleType,
      payoutDate,
      description: item.description,
      requestedAt: at,
      startsAt: isExpress ? at : instantAt(payoutDate, SCHEDULED_STARTS_AT).getTime(),
      visibleAt,
      request: this.requests,
      status: 'REQUESTED',
      error: null,
    };
    this.available -= item.amount;
    this.payouts.push(payout);
    this.byId.set(payout.id, payout);
    this.byRef.set(payout.ref, payout);
    return payout;
  }

  private firstBad(wanted: readonly Wanted[], at: number, onOverLimit: (destination: string) => void) {
    const seen = new Set<string>();
    const asked = new Map<string, bigint>();
    let left = this.available;
    for (const item of wanted) {
      const code = this.problemOf(item, at, seen, asked, left, onOverLimit);
      if (code !== null) return { code, ref: item.ref };
      seen.add(item.ref);
      asked.set(item.destination, (asked.get(item.destination) ?? 0n) + item.amount);
      left -= item.amount;
    }
    return null;
  }

  private problemOf(
    item: Wanted,
    at: number,
    seen: ReadonlySet<string>,
    asked: ReadonlyMap<string, bigint>,
    left: bigint,
    onOverLimit: (destination: string) => void,
  ): string | null {
    if (item.amount <= 0n) return 'INVALID_REQUEST';
    if (item.amount >= AMOUNT_LIMIT) return 'EXCEED_MAX_PAYOUT_AMOUNT';
    if (seen.has(item.ref) || this.byRef.has(item.ref) || this.burnt.has(item.ref)) return 'DUPLICATED_REF_PAYOUT_ID';
    const seller = this.sellers.get(item.destination);
    if (seller === undefined || seller.deleted) return 'NOT_FOUND_SELLER';
    if (seller.status !== 'APPROVED' && seller.status !== 'PARTIALLY_APPROVED') return 'FORBIDDEN_SELLER_PAYOUT';
    const untimely = this.untimely(item, at);
    if (untimely !== null) return untimely;
    const week = this.paidSince(item.destination, this.weekBefore(at)) + (asked.get(item.destination) ?? 0n);
    if (seller.status === 'PARTIALLY_APPROVED' && week + item.amount > this.rules.weeklyLimit) {
      seller.status = 'KYC_REQUIRED';
      onOverLimit(item.destination);
      return 'FORBIDDEN_SELLER_PAYOUT';
    }
    return item.amount > left ? 'NOT_ENOUGH_AMOUNT' : null;
  }

  private untimely(item: Wanted, at: number): string | null {
    const { calendar } = this.rules;
    const today = businessDateOf(new Date(at));
    if (item.scheduleType === 'EXPRESS')
      return isWithinExpressHours(new Date(at), calendar) ? null : 'NOT_AVAILABLE_EXPRESS_TIME';
    const date = item.payoutDate;
    if (date === null || date <= today || date > addDays(today, DAYS_AHEAD_MAX)) return 'INVALID_PAYABLE_DATE';
    return calendar.isBusinessDay(date) ? null : 'NOT_ALLOWED_HOLIDAY';
  }

  private paidSince(destination: string, since: number): bigint {
    let sum = 0n;
    for (const p of this.payouts)
      if (p.destination === destination && p.requestedAt > since && LIVE.has(p.status)) sum += p.amount;
    return sum;
  }

  /** The last instant that no longer counts for the week. */
  private weekBefore(at: number): number {
    if (this.rules.weeklyWindow === 'ROLLING') return at - WEEK_MS;
    const today = businessDateOf(new Date(at));
    const sinceMonday =
      (WEEKDAYS.indexOf(weekdayOf(today)) - WEEKDAYS.indexOf('MON') + WEEKDAYS.length) % WEEKDAYS.length;
    return instantAt(addDays(today, -sinceMonday), '00:00:00').getTime() - 1;
  }
}
