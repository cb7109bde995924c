import type { Account } from '@jeongsan/ledger';
import { type Currency, type Money, money } from '@jeongsan/money';
import { type DecisionWay, refuse } from '@jeongsan/platform-contract';
import { breakStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { type CounterAccount, counters, sideOf } from './adjusted-account.js';
import { lockBreaks, type LockedBreak } from './change-break.js';
import { breakMatchedWith, matchedRecord, openBreakAbout } from './forced-match.js';
import { placeOf } from './row-place.js';
import { largerOf, sizeOf, wonOf } from './size.js';
import { bookedOf } from './standing-adjustments.js';
import { type TakenBack, takenBackOf } from './taken-back.js';

/** A way to settle a break, or to take its settlement back, as a person asks for it. */
export type AskedWay =
  | Readonly<{ way: 'expect' | 'reopen' }>
  | Readonly<{ way: 'adjust'; counterAccount: CounterAccount; gain?: bigint | undefined }>
  | Readonly<{ way: 'force'; key: string }>;

export type Entry = Readonly<{ account: Account; counter: Account; counterName: CounterAccount; gain: Money }>;
/** What a decision would do: the entry that it posts or takes back, and the other break that it changes too. */
export type Plan = Readonly<{
  way: DecisionWay;
  entry: Entry | null;
  takenBack: TakenBack | null;
  matchedKey: string | null;
  counterpart: LockedBreak | null;
  /** Won that the decision is about, without sign; null: not known in won. */
  size: bigint | null;
}>;

/** A locked break, and the locked other break of its forced match: the open one to settle, or the one that was settled with it. */
export type Target = Readonly<{ locked: LockedBreak; counterpart: LockedBreak | null }>;

/** Locks the break, and the other break of a forced match, in the order of their ids. @throws BREAK_NOT_FOUND */
export async function lockTarget(tx: EntityManager, breakId: string, asked: AskedWay): Promise<Target> {
  const other = await otherBreak(tx, breakId, asked);
  const locks = await lockBreaks(tx, [breakId, ...(other === undefined ? [] : [other])]);
  const locked = locks.get(breakId);
  if (!locked) throw refuse('BREAK_NOT_FOUND', `There is no break ${breakId}`);
  const found = other === undefined ? undefined : locks.get(other);
  const isStill =
    asked.way === 'reopen'
      ? locked.state === 'FORCED' && found?.state === 'FORCED'
      : found !== undefined && breakStates.open.includes(found.state);
  return { locked, counterpart: found && isStill ? found : null };
}

async function otherBreak(tx: EntityManager, breakId: string, asked: AskedWay): Promise<string | undefined> {
  if (asked.way === 'force') return openBreakAbout(tx, asked.key, breakId);
  return asked.way === 'reopen' ? breakMatchedWith(tx, breakId) : undefined;
}

/**
 * Works out what a decision about a locked break would do.
 * @throws BREAK_AMOUNT_UNKNOWN, BREAK_COUNTER_INVALID, BREAK_RECORD_UNKNOWN, BREAK_RECORD_DIFFERS
 */
export async function planSettlement(
  tx: EntityManager,
  { locked, counterpart }: Target,
  asked: AskedWay,
): Promise<Plan> {
  const { way } = asked;
  const plan = { way, entry: null, takenBack: null, matchedKey: null, counterpart: null, size: wonOf(locked) };
  switch (asked.way) {
    case 'expect':
      return plan;
    case 'adjust': {
      const entry = await entryOf(tx, locked, asked.counterAccount, asked.gain);
      return { ...plan, entry, size: largerOf(plan.size, sizeOf(entry.gain.minor)) };
    }
    case 'force': {
      const record = await matchedRecord(tx, locked, counterpart, asked.key);
      return { ...plan, matchedKey: asked.key, counterpart, size: largerOf(plan.size, wonOf(record)) };
    }
    case 'reopen': {
      // A settlement without an entry moves no money, and neither does its taking back.
      const takenBack = locked.state === 'ADJUSTED' ? await takenBackOf(tx, locked) : null;
      return { ...plan, takenBack, counterpart, size: takenBack ? takenBack.size : 0n };
    }
  }
}

async function entryOf(
  tx: EntityManager,
  locked: LockedBreak,
  counterName: CounterAccount,
  named: bigint | undefined,
): Promise<Entry> {
  const { direction, account: accountOf } = sideOf(locked.class);
  const gain = named ?? (await openGain(tx, locked, direction));
  if (gain === 0n)
    throw refuse(
      'BREAK_AMOUNT_UNKNOWN',
      `Break ${locked.id} has no amount that is not booked: name the gain of the account that differs`,
    );
  const account = accountOf(await placeOf(tx, locked));
  const counter = counters[counterName];
  if (account.code === counter.code)
    throw refuse(
      'BREAK_COUNTER_INVALID',
      `${account.code} is the account that differs: choose another counter-account`,
    );
  return { account, counter, counterName, gain: money(gain, locked.currency as Currency) };
}

/** What the account that differs is to gain: a break that opened again with another amount has a part of it in the books. */
async function openGain(tx: EntityManager, locked: LockedBreak, direction: 1n | -1n): Promise<bigint> {
  return locked.amount === null ? 0n : direction * locked.amount - (await bookedOf(tx, locked));
}
