import type { Account } from '@jeongsan/ledger';
import { type Currency, type Money, money } from '@jeongsan/money';
import { breakClass, breakCodes, refuse, type ResolutionWay } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { type CounterAccount, counters, type RowPlace, sideOf } from './adjusted-account.js';
import { lockBreaks, type LockedBreak } from './change-break.js';
import { bookedOf } from './standing-adjustments.js';

/** A way to settle a break, as a person asks for it. */
export type AskedWay =
  | Readonly<{ way: 'expect' }>
  | Readonly<{ way: 'adjust'; counterAccount: CounterAccount; gain?: bigint | undefined }>
  | Readonly<{ way: 'force'; key: string }>;

export type Entry = Readonly<{ account: Account; counter: Account; counterName: CounterAccount; gain: Money }>;
/** What a settlement would do: the entry that it posts, and the other break that it settles too. */
export type Plan = Readonly<{
  way: ResolutionWay;
  entry: Entry | null;
  matchedKey: string | null;
  counterpart: LockedBreak | null;
  /** Won that the settlement is about, without sign; null: not known in won. */
  size: bigint | null;
}>;

/** A locked break, and the locked open break about the record that it is matched with. */
export type Target = Readonly<{ locked: LockedBreak; counterpart: LockedBreak | null }>;

/** Locks the break, and the open break of a forced match, in the order of their ids. @throws BREAK_NOT_FOUND */
export async function lockTarget(tx: EntityManager, breakId: string, asked: AskedWay): Promise<Target> {
  const other = asked.way === 'force' ? await openBreakAbout(tx, asked.key, breakId) : undefined;
  const locks = await lockBreaks(tx, [breakId, ...(other === undefined ? [] : [other])]);
  const locked = locks.get(breakId);
  if (!locked) throw refuse('BREAK_NOT_FOUND', `There is no break ${breakId}`);
  const found = other === undefined ? undefined : locks.get(other);
  const isOpen = found !== undefined && breakStates.open.includes(found.state);
  return { locked, counterpart: isOpen ? found : null };
}

/**
 * Works out what a settlement of a locked break would do.
 * @throws BREAK_AMOUNT_UNKNOWN, BREAK_COUNTER_INVALID, BREAK_RECORD_UNKNOWN, BREAK_RECORD_DIFFERS
 */
export async function planSettlement(
  tx: EntityManager,
  { locked, counterpart }: Target,
  asked: AskedWay,
): Promise<Plan> {
  const plan = { way: asked.way, entry: null, matchedKey: null, counterpart: null, size: wonOf(locked) };
  if (asked.way === 'expect') return plan;
  if (asked.way === 'adjust') {
    const entry = await entryOf(tx, locked, asked.counterAccount, asked.gain);
    return { ...plan, entry, size: largerOf(plan.size, sizeOf(entry.gain.minor)) };
  }
  await assertMatches(tx, locked, counterpart, asked.key);
  const size = counterpart ? largerOf(plan.size, wonOf(counterpart)) : plan.size;
  return { ...plan, matchedKey: asked.key, counterpart, size };
}

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const wonOf = ({ amount, currency }: LockedBreak): bigint | null =>
  amount === null || currency !== 'KRW' ? null : sizeOf(amount);
/** Null when one of them is not known: what is not known is above every limit. */
const largerOf = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one > other ? one : other;

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

/** Locks the settlement row of a break, so that its money stays where it is until the entry is posted. */
export async function placeOf(tx: EntityManager, { class: kind, subject }: LockedBreak): Promise<RowPlace> {
  if (kind.startsWith('BALANCE')) return { providerAccount: subject.split(' ')[1] ?? '', state: null };
  const [row] = await tx.query<RowPlace[]>(
    `select account as "providerAccount", state from reconciliation.settlement where transaction_key = $1 for no key update`,
    [subject],
  );
  return row ?? { providerAccount: '', state: null };
}

/** Classes whose breaks a match settles: another open break about the record is a difference of its own, and stays open. */
const matchable = breakCodes.filter((code) => breakClass(code).ways.includes('force'));
const OTHER = `
  select id from reconciliation.break
   where subject = $1 and id <> $2 and resolved_at is null and class = any($3) order by id limit 1`;
/** SQL: a pattern of the keys that are compared as UUIDs. */
const UUID = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
const KNOWN = statement(`
  select exists (select from reconciliation.transaction where transaction_key = :key)
      or exists (select from reconciliation.settlement where transaction_key = :key)
      or exists (select from gateway.payment where transaction_key = :key or payment_key = :key)
      or exists (select from gateway.cancel where transaction_key = :key)
      or exists (select from payouts.payout where ref_payout_id = :key)
      or exists (select from payouts.payout where id = case when :key ~ '${UUID}' then (:key)::uuid end)
      or exists (select from reconciliation.bank_row where id = case when :key ~ '${UUID}' then (:key)::uuid end)
      or exists (select from reconciliation.break where subject = :key) as known`);

/** The id of the open break about a record that a match settles, other than the named one; undefined: the record has none. */
async function openBreakAbout(tx: EntityManager, key: string, breakId: string): Promise<string | undefined> {
  const [other] = await tx.query<{ id: string }[]>(OTHER, [key, breakId, matchable]);
  return other?.id;
}

/** Refuses a match with a record that does not exist, or that has another amount. */
async function assertMatches(
  tx: EntityManager,
  locked: LockedBreak,
  counterpart: LockedBreak | null,
  key: string,
): Promise<void> {
  if (counterpart === null) {
    const [row] = await KNOWN.rows<{ known: boolean }>(tx, { key });
    if (!row?.known) throw refuse('BREAK_RECORD_UNKNOWN', `No record has the key ${key}`);
    return;
  }
  const isSame =
    counterpart.currency === locked.currency &&
    (counterpart.amount === null || locked.amount === null || sizeOf(counterpart.amount) === sizeOf(locked.amount));
  if (isSame) return;
  throw refuse(
    'BREAK_RECORD_DIFFERS',
    `The records of ${locked.subject} and ${key} have different amounts: adjust instead`,
  );
}
