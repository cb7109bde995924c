import { Refusal } from '@jeongsan/http-contract';

/** The database's refusal to answer about an instant inside a month whose entries are detached. */
const MONTH_DETACHED = 'JS009';

/** Throws LEDGER_MONTH_DETACHED where the work asks about an instant inside a detached month. */
export async function withAttachedMonths<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== MONTH_DETACHED) throw error;
    const { message } = error as Error;
    const month = /\d{4}-\d{2}/.exec(message)?.[0];
    const command =
      month === undefined ? '' : ` (npm run books -- months attach ${month}, after any newer detached month)`;
    throw new Refusal(409, 'LEDGER_MONTH_DETACHED', `${message}${command}`);
  }
}
