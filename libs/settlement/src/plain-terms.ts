import { readTermsDocument, type TermsBody, type TermsInput, WHOLE } from './terms.js';

type Plain = Readonly<{ commissionRate?: number; lagDays?: number; lagUnit?: 'CALENDAR' | 'BUSINESS' }>;

/** Terms with one commission rate and one waiting time, settled daily on any day; other members have their defaults. */
export function plainTerms(given: Plain & Partial<TermsInput> = {}): TermsBody {
  const { commissionRate = 0, lagDays = 0, lagUnit = 'CALENDAR', ...more } = given;
  return readTermsDocument({
    commission: { charge: { kind: 'RATE', rate: commissionRate } },
    tranches: [{ share: WHOLE, days: lagDays, unit: lagUnit }],
    cycle: 'DAILY',
    datePolicy: 'CALENDAR_DAY',
    ...more,
  } satisfies TermsInput);
}
