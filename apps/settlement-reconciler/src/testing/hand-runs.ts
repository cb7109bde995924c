import type { Author } from '@jeongsan/audit';
import { instantAt } from '@jeongsan/calendar';
import type { Account } from '../provider.js';
import { requestHandRun } from '../run-by-hand/request-hand-run.js';
import { runByHand } from '../run-by-hand/run-by-hand.js';
import { type KnownDay, TODAY } from './known-day.js';
import { mainOf, settings } from './night.js';

export const NOON = instantAt(TODAY, '12:00:00');
const KIM: Author = { actor: 'person:kim', credential: 'token' };
export type HandRunBody = Partial<Parameters<typeof requestHandRun>[1]>;

/** Asks for a run by hand over the night of the known day, at noon. */
export const askByHand = (db: KnownDay['db'], body: HandRunBody) =>
  requestHandRun(db, { from: TODAY, to: TODAY, mode: 'prove', reason: 'after the fact', ...body }, KIM, NOON);

export const workByHand = ({ db, api }: Pick<KnownDay, 'db' | 'api'>, id: string, further: readonly Account[] = []) =>
  runByHand({ db, accounts: [mainOf(api), ...further], settings, now: () => NOON }, id);
