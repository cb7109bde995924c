import { addDays, type DateText } from '@jeongsan/calendar';

/**
 * The day on which a settlement row enters the provider's pendingAmount: `pendingDays` before its payout date, but not
 * before the row exists (the day after its transaction), and not after its payout date. Dates are texts of Asia/Seoul
 * and compare as texts.
 */
export function pendingFrom(row: { occurredOn: DateText; paidOutDate: DateText }, pendingDays: number): DateText {
  const announced = addDays(row.paidOutDate, -pendingDays);
  const exists = addDays(row.occurredOn, 1);
  const begins = announced > exists ? announced : exists;
  return begins < row.paidOutDate ? begins : row.paidOutDate;
}
