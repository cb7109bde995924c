import {
  flawsOfProof,
  flawText,
  type Input,
  PROOF_COLUMNS,
  PROOF_TABLES,
  type ProofInput,
  type ProofRow,
  type RuleVersion,
} from '@jeongsan/books';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type replayProof as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { SettlementCycle } from '../download/sold-through.js';
import { assertEntriesOf } from './assert-entries.js';
import { LEDGER_THEN } from './balance-statements.js';
import { BOOKED_INPUTS, DAY_INPUTS } from './day-statements.js';
import { PAYOUTS_THEN } from './payout-statements.js';
import { ruleVersions } from './rule-versions.js';
import { windowsOf } from './take-input.js';

const STORED = statement(`
  select ${PROOF_COLUMNS}, (select b.hash from reconciliation.proof b where b.id < p.id order by b.id desc limit 1) as previous
    from ${PROOF_TABLES} where p.business_date = :businessDate and (:number::int is null or p.number = :number::int)
   order by p.number desc limit 1`);
type Stored = ProofRow & Readonly<{ previous: string | null }>;

/** A stored proof of a night: the one with this number, or the last. */
export async function readStoredProof(
  db: DataSource,
  businessDate: string,
  number: number | undefined,
): Promise<Stored> {
  const [stored] = await STORED.rows<Stored>(db, { businessDate, number: number ?? null });
  if (!stored) throw refuse('PROOF_NOT_FOUND', `There is no such proof of ${businessDate}`);
  return stored;
}

/**
 * Computes a past proof again: its document from the stored inputs, and the inputs themselves from the tables as the proof saw them. Balances
 * that only the provider had at that moment, and the states of breaks then, are taken from the stored inputs. Refused while a month of its
 * entries is detached.
 */
export async function replayProof(
  db: DataSource,
  businessDate: string,
  number: number | undefined,
): Promise<Output<typeof contract>> {
  const stored = await readStoredProof(db, businessDate, number);
  const [fault] = flawsOfProof(stored, stored.previous, null);
  const difference = fault ? flawText(fault) : await differenceNow(db, JSON.parse(stored.input) as ProofInput);
  const { state, hash } = stored;
  return { businessDate, number: stored.number, state, hash, same: difference === null, firstDifference: difference };
}

async function differenceNow(db: DataSource, input: ProofInput): Promise<string | null> {
  const { snapshot, snapshotBefore: before, rules } = input;
  const windows = windowsOf(
    [...input.days],
    (rules['soldDays'] ?? []) as string[],
    rules['settlementCycle'] as SettlementCycle,
  );
  const changed = await changedRule(db, input.ruleVersions ?? []);
  if (changed) return changed;
  const again = await db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query(`set local statement_timeout = '15min'`);
    await assertEntriesOf(tx, snapshot);
    return [
      ...(await DAY_INPUTS.rows<Input>(tx, { ...windows, snapshot })),
      ...(await PAYOUTS_THEN.rows<Input>(tx, { snapshot, payoutDays: rules['payoutDays'] ?? [] })),
      ...(await BOOKED_INPUTS.rows<Input>(tx, { snapshot, before })),
      ...(await LEDGER_THEN.rows<Input>(tx, { snapshot })),
    ];
  });
  const computed = new Set(again.map(({ equation, side }) => `${equation} ${side}`));
  const then = input.inputs.filter(({ equation, side }) => computed.has(`${equation} ${side}`));
  return firstDifference(then, again);
}

/** The first version of the rules that is no longer as the proof states it; decided versions are never changed. */
async function changedRule(db: DataSource, then: readonly RuleVersion[]): Promise<string | null> {
  const ids = then.map(({ id }) => id);
  const now = new Map((await ruleVersions(db, ids)).map((one) => [one.id, one]));
  const contentNow = (id: string): string => now.get(id)?.hash ?? 'nothing';
  const changed = then.find(({ id, hash }) => contentNow(id) !== hash);
  if (!changed) return null;
  const { kind, id, hash } = changed;
  return `RULES ${kind} ${id}: hash ${hash} then, ${contentNow(id)} now`;
}

const nameOf = (it: Input): string =>
  [it.equation, it.side, ...[it.day, it.account, it.currency].filter((part) => part !== '')].join(' ');
const contentOf = ({ rows, amount, hash }: Input): string => `${amount} in ${rows} rows, hash ${hash}`;

function firstDifference(then: readonly Input[], now: readonly Input[]): string | null {
  const contents = new Map(now.map((one) => [nameOf(one), contentOf(one)]));
  for (const one of then) {
    const content = contents.get(nameOf(one)) ?? 'nothing';
    if (content !== contentOf(one)) return `${nameOf(one)}: ${contentOf(one)} then, ${content} now`;
    contents.delete(nameOf(one));
  }
  const [added] = contents;
  return added ? `${added[0]}: nothing then, ${added[1]} now` : null;
}
