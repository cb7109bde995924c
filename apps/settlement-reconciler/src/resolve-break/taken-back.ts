import { type Account, chart } from '@jeongsan/ledger';
import { type Currency, type Money, money } from '@jeongsan/money';
import type { EntityManager } from 'typeorm';
import { counters, type RowPlace, sideOf } from './adjusted-account.js';
import type { LockedBreak } from './change-break.js';
import { type BreakDecision, decisionColumns } from './decision-record.js';
import { placeOf } from './row-place.js';
import { isStanding } from './standing-adjustments.js';

/** The adjusting entry that a reopened break takes back, and won that its decision was about. */
export type TakenBack = Readonly<{
  decisionId: string;
  account: Account;
  counter: Account;
  gain: Money;
  size: bigint | null;
}>;

const LAST_ADJUSTMENT = `
  select ${decisionColumns} from reconciliation.break_decision d
   where d.break_id = $1 and ${isStanding} order by d.decided_at desc, d.id desc limit 1`;

/** What the reopening of an adjusted break reverses. */
export async function takenBackOf(tx: EntityManager, locked: LockedBreak): Promise<TakenBack> {
  const [decision] = await tx.query<BreakDecision[]>(LAST_ADJUSTMENT, [locked.id]);
  if (!decision?.counterAccount || decision.gain === null || decision.account === null)
    throw new Error(`Break ${locked.id} is adjusted without an entry that stands`);
  return {
    decisionId: decision.id,
    account: accountNow(locked.class, decision.account, await placeOf(tx, locked)),
    counter: counters[decision.counterAccount],
    gain: money(decision.gain, locked.currency as Currency),
    size: decision.size,
  };
}

/** The account that an adjusting entry's money is in: what was booked to pending money of a row becomes available with it. */
function accountNow(kind: LockedBreak['class'], booked: string, row: RowPlace): Account {
  const side = sideOf(kind).account(row);
  const hasMoved = kind === 'SETTLEMENT_CHANGED' && booked === chart.providerPending(row.providerAccount).code;
  return hasMoved ? side : { ...side, code: booked };
}
