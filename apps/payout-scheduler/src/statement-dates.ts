import { addDays, type Calendar, CalendarYearUnknown, cycleDateOn, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { readTermsDocument, type TermsBody } from '@jeongsan/settlement';

type Version = { seller_id: string; effective_from: DateText; document: unknown };
type Known = { effectiveFrom: DateText; body: TermsBody };

/** Cycles by month are never further apart than this. */
const HORIZON_DAYS = 62;

/** Tells the first date from a day on at which a seller's statement closes; null while nobody knows it. */
export type StatementDates = (sellerId: string, from: DateText) => DateText | null;

/** Each day goes by the terms that are in force on it. */
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
    const version = { effectiveFrom: row.effective_from, body: readTermsDocument(row.document) };
    bySeller.set(row.seller_id, [...(bySeller.get(row.seller_id) ?? []), version]);
  }
  return (sellerId, from) => firstDate(bySeller.get(sellerId) ?? [], from, calendar);
}

function firstDate(versions: readonly Known[], from: DateText, calendar: Calendar): DateText | null {
  try {
    for (let n = 0; n <= HORIZON_DAYS; n += 1) {
      const day = addDays(from, n);
      const terms = versions.findLast((version) => version.effectiveFrom <= day)?.body;
      if (terms && cycleDateOn(day, terms.cycle, terms.datePolicy, calendar)) return day;
    }
    return null;
  } catch (error) {
    // A date beyond the years whose holidays are known is not guessed.
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}
