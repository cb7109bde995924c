import { MonthRefused } from './month-files.js';

/** Codes of the functions that change months (JS008, JS010), and of a lock that was not given in time. */
const REFUSALS = new Set(['JS008', 'JS010']);
const LOCK_TIMEOUT = '55P03';

/** Runs a change of a month. Throws MonthRefused with the reason of the database where the month cannot be changed as it stands. */
export async function refusing<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (REFUSALS.has(code)) throw new MonthRefused(message);
    if (code === LOCK_TIMEOUT) throw new MonthRefused(`${message}: services use the table, run it again`);
    throw error;
  }
}
