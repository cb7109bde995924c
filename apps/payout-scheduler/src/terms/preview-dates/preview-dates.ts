import type { Calendar, DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { inKnownYears, refuse, type previewSettlementDates } from '@jeongsan/platform-contract';
import { settlementDates, termsInForce, trancheDates } from '@jeongsan/settlement';
import { listTerms } from '../set-terms/set-terms.js';

const COUNT_USUAL = 5;
const COUNT_MAX = 31;

type Asked = Readonly<{ sellerId: string; from: DateText; count?: number | undefined; startedOn: DateText }>;

/**
 * The next settlement dates of a seller, and the payment dates of a line whose waiting starts on a given date, by the
 * present terms and holidays. @throws TERMS_MISSING, CALENDAR_RANGE_INVALID, CALENDAR_YEAR_UNKNOWN
 */
export async function previewDates(
  db: Executor,
  calendar: Calendar,
  { sellerId, from, count = COUNT_USUAL, startedOn }: Asked,
): Promise<Output<typeof previewSettlementDates>> {
  if (count < 1 || count > COUNT_MAX) {
    throw refuse('CALENDAR_RANGE_INVALID', `${count} dates were asked for: ask for 1 to ${COUNT_MAX}`);
  }
  const versions = await listTerms(db, sellerId);
  const terms = termsInForce(versions, startedOn);
  if (!terms) throw refuse('TERMS_MISSING', `Seller ${sellerId} has no terms in force on ${startedOn}`, { sellerId });
  return inKnownYears(() => ({
    sellerId,
    dates: settlementDates(versions, from, count, calendar),
    startEvent: terms.startEvent,
    startedOn,
    tranches: trancheDates(terms, startedOn, calendar).map((part) => ({
      ...part,
      statementOn: settlementDates(versions, part.maturesOn, 1, calendar)[0] ?? null,
    })),
  }));
}
