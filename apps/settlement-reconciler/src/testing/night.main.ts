import { connectDatabase } from '@jeongsan/database';
import { clientOf, night } from './night.js';

// A night in a process of its own, so that a test can kill it: node night.main.js <database> <provider> <business date> <try of a page>
const [url = '', provider = '', businessDate = '', pageTries = '1'] = process.argv.slice(2);
export const over = main();

async function main(): Promise<void> {
  const db = await connectDatabase({ url, poolSize: 4, applicationName: 'night' });
  await night(db, clientOf(provider), businessDate, { pageTries: Number(pageTries), retryPauseMs: 100 });
  await db.destroy();
}
