import { addDays, type DateText } from '@jeongsan/calendar';

/**
 * The day on which a settlement row enters the provider's pendingAmount: some days before it is paid out, yet not before the row
 * exists (the day after its transaction), and never later than it is available. Dates of Asia/Seoul compare as text.
 */
export function pendingFrom(row: { occurredOn: DateText; paidOutDate: DateText }, pendingDays: number): DateText {
  const announced = addDays(row.paidOutDate, -pendingDays);
  const exists = addDays(row.occurredOn, 1);
  const begins = announced > exists ? announced : exists;
  return begins < row.paidOutDate ? begins : row.paidOutDate;
}
