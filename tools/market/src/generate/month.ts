import { addDays } from './days.js';

/** What a month is made from. The same month is made from the same values, everywhere. */
export type Month = Readonly<{
  seed: number;
  from: string;
  days: number;
  sellers: number;
  orders: number;
  /** The last day on which a buyer changes their mind. */
  cancelUntil: string;
}>;

export const lastDay = (month: Pick<Month, 'from' | 'days'>): string => addDays(month.from, month.days - 1);
