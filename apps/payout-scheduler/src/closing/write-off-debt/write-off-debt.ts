import { randomUUID } from 'node:crypto';
import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import {
  atLeast,
  atMost,
  emit,
  type Executor,
  filteredList,
  fromDay,
  is,
  lockBalances,
  postLedger,
  toDay,
} from '@jeongsan/database';
import { type Input, type Output } from '@jeongsan/http-contract';
import { chart, debtWrittenOff } from '@jeongsan/ledger';
import { type Actor, type ApprovalRules, assertMayAsk, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type approveWriteOff as contract, type listWriteOffs } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { writeOffMachine, type WriteOffEvent } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { assertSellerKnown } from '../../terms/known-seller.js';

type WriteOff = Output<typeof contract> & Readonly<{ requestedBy: Actor }>;

const columns = `id, seller_id as "sellerId", amount, reason, state, requested_by as "requestedBy", requested_at as "requestedAt",
  decided_by as "decidedBy", decided_at as "decidedAt"`;

const REQUEST = statement(`
  insert into payouts.debt_write_off (id, seller_id, amount, reason, state, requested_by, requested_at)
  values (:id, :sellerId, :amount, :reason, :state, :requestedBy, :requestedAt) returning ${columns}`);

/**
 * Requests the write-off of a debt; nothing is posted. Throws WRITE_OFF_SECOND_PERSON_REQUIRED for a key,
 * SELLER_NOT_FOUND, DEBT_EXCEEDED when the seller owes less now.
 */
export async function requestWriteOff(
  tx: EntityManager,
  sellerId: string,
  ask: Readonly<{ amount: bigint; reason: string }>,
  caller: Caller,
  now: Date,
): Promise<WriteOff> {
  assertMayAsk(caller, 'writeOff');
  await assertSellerKnown(tx, sellerId);
  await assertOwed(tx, sellerId, ask.amount);
  const [made] = await REQUEST.rows<WriteOff>(tx, {
    id: randomUUID(),
    sellerId,
    amount: ask.amount,
    reason: ask.reason,
    state: writeOffMachine.initial,
    requestedBy: caller.actor,
    requestedAt: now,
  });
  if (!made) throw new Error(`The write-off of ${sellerId} was not stored`);
  await tell(tx, made, now);
  const { id: subject, reason } = made;
  await recordDecision(
    tx,
    { kind: 'write-off.requested', subject, ...authorOf(caller), reason, before: null, after: factsOf(made) },
    now,
  );
  return made;
}

/**
 * Writes a debt off: it becomes the platform's loss. Throws WRITE_OFF_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED,
 * REAUTHENTICATION_REQUIRED, WRITE_OFF_STATE when the request was rejected before, DEBT_EXCEEDED when the seller owes
 * less by now. A repeated approval changes nothing.
 */
export async function approveWriteOff(
  tx: EntityManager,
  id: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<WriteOff> {
  const asked = await lockWriteOff(tx, id);
  if (asked.state === 'approved' && asked.decidedBy === caller.actor) return asked;
  const { sellerId, amount, requestedBy } = asked;
  const pending = { kind: 'writeOff', subject: `Write-off ${id}`, amount, askedBy: [requestedBy] } as const;
  assertMayDecide(caller, pending, rules);
  assertMoves(asked, 'approve');
  await assertOwed(tx, sellerId, amount);
  await postLedger(tx, [debtWrittenOff({ writeOffId: id, sellerId, amount, effectiveAt: now })]);
  return decide(tx, asked, 'approved', caller, now);
}

/**
 * Rejects a write-off, so the debt stays. The person who requested it may withdraw the request this way. Throws
 * WRITE_OFF_STATE when it was approved.
 */
export async function rejectWriteOff(tx: EntityManager, id: string, author: Author, now: Date): Promise<WriteOff> {
  const asked = await lockWriteOff(tx, id);
  if (asked.state === 'rejected') return asked;
  assertMoves(asked, 'reject');
  return decide(tx, asked, 'rejected', author, now);
}

const WRITE_OFFS = filteredList({
  from: 'payouts.debt_write_off',
  columns,
  order: [
    { column: 'requested_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { sellerId: is('x.seller_id'), from: fromDay('x.requested_at'), to: toDay('x.requested_at') },
  checks: { state: is('x.state'), minAmount: atLeast('x.amount'), maxAmount: atMost('x.amount') },
});

/** Write-offs, newest first. */
export const readWriteOffs = (
  db: Executor,
  query: Input<typeof listWriteOffs>['query'],
): Promise<Output<typeof listWriteOffs>> => WRITE_OFFS.page<WriteOff>(db, query);

/** One write-off. Throws WRITE_OFF_NOT_FOUND. */
export async function readWriteOff(db: Executor, id: string, lock: '' | 'for update' = ''): Promise<WriteOff> {
  const [row] = await db.query<WriteOff[]>(`select ${columns} from payouts.debt_write_off where id = $1 ${lock}`, [id]);
  if (!row) throw refuse('WRITE_OFF_NOT_FOUND', `There is no write-off ${id}`);
  return row;
}

const lockWriteOff = (tx: EntityManager, id: string): Promise<WriteOff> => readWriteOff(tx, id, 'for update');

function assertMoves({ id, state }: WriteOff, event: WriteOffEvent): void {
  if (writeOffMachine.classify(state, event).kind !== 'move')
    throw refuse('WRITE_OFF_STATE', `Write-off ${id} is ${state}: ${event} comes too late`);
}

/**
 * Throws unless the seller owes the amount. Locks the debt account, so that the debt cannot shrink before the decision
 * is committed.
 */
async function assertOwed(tx: EntityManager, sellerId: string, amount: bigint): Promise<void> {
  const account = chart.sellerDebt(sellerId);
  const debt = (await lockBalances(tx, [account])).get(account.code) ?? 0n;
  if (amount > debt)
    throw refuse('DEBT_EXCEEDED', `Seller ${sellerId} owes ${debt} won: ${amount} cannot be written off`);
}

async function decide(
  tx: EntityManager,
  asked: WriteOff,
  state: 'approved' | 'rejected',
  author: Author,
  now: Date,
): Promise<WriteOff> {
  const { id, reason } = asked;
  await tx.query(`update payouts.debt_write_off set state = $2, decided_by = $3, decided_at = $4 where id = $1`, [
    id,
    state,
    author.actor,
    now,
  ]);
  const decided = await lockWriteOff(tx, id);
  await tell(tx, decided, now);
  const facts = { before: factsOf(asked), after: factsOf(decided) };
  await recordDecision(tx, { kind: `write-off.${state}`, subject: id, ...authorOf(author), reason, ...facts }, now);
  return decided;
}

const factsOf = ({ sellerId, amount, state }: WriteOff) => ({ sellerId, amount, state });

const tell = (tx: EntityManager, { id, sellerId, state, amount }: WriteOff, now: Date): Promise<void> =>
  emit(
    tx,
    'debt-write-off.changed',
    [{ entityId: id, data: { writeOffId: id, sellerId, status: state, amount: amount.toString() } }],
    now,
  );
