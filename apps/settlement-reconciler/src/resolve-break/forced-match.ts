import { breakClass, breakCodes, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { LockedBreak } from './change-break.js';
import { sizeOf } from './size.js';

/** Classes whose breaks a match settles: another open break about the record is a difference of its own, and stays open. */
const matchable = breakCodes.filter((code) => breakClass(code).ways.includes('force'));
const OTHER = `
  select id from reconciliation.break
   where subject = $1 and id <> $2 and resolved_at is null and class = any($3) order by id limit 1`;

/** The id of the open break about a record that a match settles, other than the named one; undefined: the record has none. */
export async function openBreakAbout(tx: EntityManager, key: string, breakId: string): Promise<string | undefined> {
  const [other] = await tx.query<{ id: string }[]>(OTHER, [key, breakId, matchable]);
  return other?.id;
}

const forcedAt = (b: string): string =>
  `(select max(e.at) from reconciliation.break_event e where e.break_id = ${b}.id and e.action = 'force')`;
/** SQL: break `o` was settled by the same forced match as break `b`. A subject may have several breaks: the time tells them apart. */
export const isPair = `(o.subject, o.matched_key) = (b.matched_key, b.subject) and o.id <> b.id
   and b.state = 'FORCED' and o.state = 'FORCED' and ${forcedAt('o')} = ${forcedAt('b')}`;
const MATCHED = `
  select o.id from reconciliation.break b join reconciliation.break o on ${isPair} where b.id = $1 order by o.id limit 1`;

/** The id of the break that was settled with this one by a forced match; undefined: the match settled one break. */
export async function breakMatchedWith(tx: EntityManager, breakId: string): Promise<string | undefined> {
  const [other] = await tx.query<{ id: string }[]>(MATCHED, [breakId]);
  return other?.id;
}

/** SQL: a pattern of the keys that are compared as UUIDs. */
const UUID = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
const asUuid = `case when :key ~ '${UUID}' then (:key)::uuid end`;
/** The amounts under which the records with a key are known; of a settlement row both, because a deposit has the pay-out amount. */
const RECORDS = statement(`
  select distinct amount, currency from (
    select amount, currency from reconciliation.transaction where transaction_key = :key
    union all select unnest(array[amount, pay_out_amount]), currency from reconciliation.settlement where transaction_key = :key
    union all select amount, currency from gateway.payment where transaction_key = :key or payment_key = :key
    union all select c.amount, p.currency from gateway.cancel c join gateway.payment p on p.id = c.payment_id where c.transaction_key = :key
    union all select amount, currency from payouts.payout where ref_payout_id = :key or id = ${asUuid}
    union all select amount, currency from reconciliation.listed_payout where ref_payout_id = :key or provider_payout_id = :key
    union all select amount, currency from reconciliation.bank_row where id = ${asUuid}
    union all select amount, currency from reconciliation.break where subject = :key and class = any(:matchable::text[])) r`);
type Record = Pick<LockedBreak, 'amount' | 'currency'>;

/**
 * The record with which a break is matched, as large as it is known to be.
 * @throws BREAK_RECORD_UNKNOWN, BREAK_RECORD_DIFFERS
 */
export async function matchedRecord(
  tx: EntityManager,
  locked: LockedBreak,
  counterpart: LockedBreak | null,
  key: string,
): Promise<Record> {
  if (key === locked.subject)
    throw refuse('BREAK_RECORD_UNKNOWN', `${key} is the record of the break itself: name that of the other side`);
  const records = counterpart ? [counterpart] : await RECORDS.rows<Record>(tx, { key, matchable });
  const [first] = records;
  if (!first) throw refuse('BREAK_RECORD_UNKNOWN', `No record has the key ${key}`);
  const same = records.filter((record) => isSame(record, locked));
  const found = same.find(({ amount }) => amount !== null) ?? same[0];
  if (found) return found;
  // The difference of such a class is no amount: nothing of the record is compared.
  if (!counterpart && !breakClass(locked.class).ways.includes('adjust')) return locked;
  throw refuse(
    'BREAK_RECORD_DIFFERS',
    `The records of ${locked.subject} and ${key} have different amounts: adjust instead`,
  );
}

const isSame = (one: Record, other: Record): boolean =>
  one.currency === other.currency &&
  (one.amount === null || other.amount === null || sizeOf(one.amount) === sizeOf(other.amount));
