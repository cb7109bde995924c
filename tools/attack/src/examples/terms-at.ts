import type { setTerms } from '@jeongsan/platform-contract';
import type { z } from 'zod';

type Terms = z.input<typeof setTerms.body>;

/** Terms with one commission rate; every paid line is due at once. */
export const termsAt = (rate: number): Omit<Terms, 'effectiveFrom'> => ({
  commission: { charge: { kind: 'RATE', rate } },
  tranches: [{ share: 100_000, days: 0, unit: 'CALENDAR' }],
  cycle: 'DAILY',
  datePolicy: 'CALENDAR_DAY',
});
