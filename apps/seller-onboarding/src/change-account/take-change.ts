import { addDays, businessDateOf, type Calendar, CalendarYearUnknown, instantAt } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { SellerRow } from '../seller-row.js';
import { advanceChange, type AccountChangeRow, findChange, latestTaken } from './account-changes.js';

export type WaitingTime = Readonly<{ calendar: Calendar; businessDays: number }>;
type Taken = Readonly<{
  /** Whether bank and account number are unchanged, so that only the spelling of the holder's name differs. */
  isSameNumber: boolean;
  wait: WaitingTime;
  now: Date;
}>;

/** The hold on an account whose waiting time cannot be computed: it ends by a person's decision only. */
export const FOR_A_PERSON = 'infinity';

/**
 * Records that the provider has the new account, and returns until when nothing is paid to it (null: it may be paid at
 * once). Returning to the previously trusted account, or correcting the holder's name, diverts no money and needs no
 * wait. A confirmation or a finished wait of an earlier change holds for that change's account only.
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
 * Midnight in Seoul after `businessDays` whole business days, not counting the day of the change. Null if the calendar
 * does not reach that far: a date on which money may leave is never guessed.
 */
export function endOfWait(changedAt: Date, { calendar, businessDays }: WaitingTime): Date | null {
  try {
    return instantAt(addDays(calendar.addBusinessDays(businessDateOf(changedAt), businessDays), 1), '00:00:00');
  } catch (error) {
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}
