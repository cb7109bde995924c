import { MonthRefused } from './month-files.js';

/** Codes of the functions that change months. */
const REFUSALS = new Set(['JS008', 'JS010']);
/** Codes of Postgres for what another transaction was in the way of, and who that is. */
const BUSY: Readonly<Record<string, string>> = {
  '55P03': 'services use the table',
  '40001': 'another command changes the month',
};

/** Runs a change of a month. Throws MonthRefused with the reason of the database where the month cannot be changed as it stands. */
export async function refusing<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (REFUSALS.has(code)) throw new MonthRefused(message);
    const busy = BUSY[code];
    if (busy !== undefined) throw new MonthRefused(`${message}: ${busy}, run it again`);
    throw error;
  }
}
