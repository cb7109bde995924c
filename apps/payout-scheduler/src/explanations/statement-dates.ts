import { type Calendar, CalendarYearUnknown, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { readTermsDocument, settlementDates, type TermsBody } from '@jeongsan/settlement';

type Version = { seller_id: string; effective_from: DateText; document: unknown };
type Known = TermsBody & { effectiveFrom: DateText };

/**
 * Returns the first date, from a given one on, at which a seller's statement closes; null if the terms or the calendar
 * do not reach that far.
 */
export type StatementDates = (sellerId: string, from: DateText) => DateText | null;

/** The closing dates of sellers; each date is computed by the terms in force on it. */
export async function statementDates(
  db: Executor,
  sellerIds: readonly string[],
  calendar: Calendar,
): Promise<StatementDates> {
  const rows = await db.query<Version[]>(
    `select seller_id, effective_from, document from payouts.seller_terms where seller_id = any($1) order by effective_from`,
    [sellerIds],
  );
  const bySeller = new Map<string, Known[]>();
  for (const row of rows) {
    const version = { effectiveFrom: row.effective_from, ...readTermsDocument(row.document) };
    bySeller.set(row.seller_id, [...(bySeller.get(row.seller_id) ?? []), version]);
  }
  return (sellerId, from) => firstDate(bySeller.get(sellerId) ?? [], from, calendar);
}

function firstDate(versions: readonly Known[], from: DateText, calendar: Calendar): DateText | null {
  try {
    return settlementDates(versions, from, 1, calendar)[0] ?? null;
  } catch (error) {
    // Dates beyond the years with known holidays are not guessed.
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}
