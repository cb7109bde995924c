import { fromFiles } from '@jeongsan/settings';
import { UsageProblem } from './verb.js';

/**
 * The address of the database whose books are checked; the user needs to read only. Throws UsageProblem when DATABASE_URL_FILE names no
 * readable file, or stands beside DATABASE_URL.
 */
export function databaseUrl(): string | undefined {
  const { values, problems } = fromFiles(['DATABASE_URL'], process.env);
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'));
  return values['DATABASE_URL'];
}
