import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import {
  atLeast,
  atMost,
  contains,
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
import { chart, debtRepaid } from '@jeongsan/ledger';
import { type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type listRepayments, type recordRepayment as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { assertSellerKnown } from '../../terms/known-seller.js';

export type Repayment = Output<typeof contract>;
type Received = Input<typeof contract>['body'];

const columns = `id, seller_id as "sellerId", amount, received_at as "receivedAt", reference, reason, recorded_by as "recordedBy",
  recorded_at as "recordedAt"`;

const RECORD = statement(`
  insert into payouts.debt_repayment (id, seller_id, amount, received_at, reference, reason, recorded_by, recorded_at)
  values (:id, :sellerId, :amount, :receivedAt, :reference, :reason, :recordedBy, :recordedAt)
  on conflict (reference) do nothing returning ${columns}`);

/**
 * Records money that a seller paid back beside the provider. The books have it on the day of the record, because days before
 * may stand on statements already; `receivedAt` says when it came. Throws PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED,
 * REAUTHENTICATION_REQUIRED, SELLER_NOT_FOUND, REPAYMENT_DATE_INVALID, DEBT_EXCEEDED when the seller owes less,
 * REPAYMENT_REFERENCE_USED when the reference was recorded before, for whichever seller.
 */
export async function recordRepayment(
  tx: EntityManager,
  sellerId: string,
  received: Received,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<Repayment> {
  const { amount, receivedAt, reference, reason } = received;
  const subject = `The repayment of ${sellerId}`;
  assertMayDecide(caller, { kind: 'repayment', subject, amount, askedBy: [] }, rules);
  await assertSellerKnown(tx, sellerId);
  if (receivedAt > now)
    throw refuse('REPAYMENT_DATE_INVALID', `Money received at ${receivedAt.toISOString()} has not come yet`);
  // The lock of the debt comes first: the same reference recorded twice at once waits here, and then meets the first row.
  const account = chart.sellerDebt(sellerId);
  const debt = (await lockBalances(tx, [account])).get(account.code) ?? 0n;
  const id = randomUUID();
  const facts = { id, sellerId, amount, receivedAt, reference, reason };
  const [made] = await RECORD.rows<Repayment>(tx, { ...facts, recordedBy: caller.actor, recordedAt: now });
  if (!made) throw refuse('REPAYMENT_REFERENCE_USED', `Money with the reference ${reference} was recorded before`);
  if (amount > debt) throw refuse('DEBT_EXCEEDED', `Seller ${sellerId} owes ${debt} won: ${amount} are more than that`);
  await postLedger(tx, [debtRepaid({ repaymentId: id, sellerId, amount, effectiveAt: now })]);
  const data = { repaymentId: id, sellerId, amount: amount.toString() };
  await emit(tx, 'seller.debt-repaid', [{ entityId: id, data }], now);
  const after = { sellerId, amount, reference, receivedAt: receivedAt.toISOString() };
  await recordDecision(
    tx,
    { kind: 'repayment.recorded', subject: id, ...authorOf(caller), reason, before: null, after },
    now,
  );
  return made;
}

const REPAYMENTS = filteredList({
  from: 'payouts.debt_repayment',
  columns,
  order: [
    { column: 'recorded_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { sellerId: is('x.seller_id') },
  checks: {
    from: fromDay('x.received_at'),
    to: toDay('x.received_at'),
    minAmount: atLeast('x.amount'),
    maxAmount: atMost('x.amount'),
    text: contains('x.reference'),
  },
});

/** Repayments, the latest recorded first. */
export const readRepayments = (
  db: Executor,
  query: Input<typeof listRepayments>['query'],
): Promise<Output<typeof listRepayments>> => REPAYMENTS.page<Repayment>(db, query);

/** One repayment. Throws REPAYMENT_NOT_FOUND. */
export async function readRepayment(db: Executor, id: string): Promise<Repayment> {
  const [row] = await db.query<Repayment[]>(`select ${columns} from payouts.debt_repayment where id = $1`, [id]);
  if (!row) throw refuse('REPAYMENT_NOT_FOUND', `There is no repayment ${id}`);
  return row;
}
