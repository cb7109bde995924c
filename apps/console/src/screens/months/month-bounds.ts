import { type Place, places } from '../../layout/places.js';

const INSTANT_OF_DAY = 'T00:00:00+09:00';

/** The first instants of a month and of the month after it in Korea. */
export function boundsOf(month: string): Readonly<{ from: string; until: string }> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { from: `${month}-01${INSTANT_OF_DAY}`, until: `${next}-01${INSTANT_OF_DAY}` };
}

/** What moved a kind of account in a month. */
export const movementsOf = (month: string, account: string): Place => ({
  ...places.month(month),
  search: { part: 'accounts', account },
});
