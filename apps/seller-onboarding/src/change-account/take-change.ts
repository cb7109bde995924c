import { addDays, businessDateOf, type Calendar, CalendarYearUnknown, instantAt } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { SellerRow } from '../seller-row.js';
import { advanceChange, type AccountChangeRow, findChange, latestTaken } from './account-changes.js';

export type WaitingTime = Readonly<{ calendar: Calendar; businessDays: number }>;
type Taken = Readonly<{
  /** The same account of the same bank: only the name of its holder is written otherwise. */
  isSameNumber: boolean;
  wait: WaitingTime;
  now: Date;
}>;

/** Held until somebody decides. */
export const FOR_A_PERSON = 'infinity';

/**
 * The provider has the new account, and nothing is paid to it before a person or the days have let it: returns until when. Going back
 * to the account that could be paid before, or writing the holder's name otherwise, diverts nothing and does not wait. Each change
 * waits for itself: what was confirmed, or waited, before it counts for the account of then.
 */
export async function takeChange(
  tx: Executor,
  seller: SellerRow,
  change: AccountChangeRow,
  { isSameNumber, wait, now }: Taken,
): Promise<Date | typeof FOR_A_PERSON | null> {
  const isHeld = seller.account_held_until !== null && Number(seller.account_held_until) > now.getTime();
  const before = await latestTaken(tx, seller.seller_id);
  const trusted = isHeld ? (before?.trusted_fingerprint ?? '') : seller.account_fingerprint;
  const waiting = await findChange(tx, seller.seller_id, 'waiting');
  if (waiting) await advanceChange(tx, waiting, 'replace', {}, now);
  const taken = { trusted_fingerprint: trusted, taken_at: now };
  if (change.account_fingerprint === trusted || (isSameNumber && !isHeld)) {
    await advanceChange(tx, change, 'trust', taken, now);
    return null;
  }
  const payableFrom = endOfWait(now, wait);
  await advanceChange(tx, change, 'take', { ...taken, payable_from: payableFrom }, now);
  return payableFrom ?? FOR_A_PERSON;
}

/**
 * Midnight in Seoul after so many whole business days: the day of the change itself does not count. Null where the calendar does not
 * reach: nobody guesses a day on which money may leave.
 */
export function endOfWait(changedAt: Date, { calendar, businessDays }: WaitingTime): Date | null {
  try {
    return instantAt(addDays(calendar.addBusinessDays(businessDateOf(changedAt), businessDays), 1), '00:00:00');
  } catch (error) {
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}
