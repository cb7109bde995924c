import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { emit, type Executor, filteredList, fromDay, is, lockBalances, postLedger, toDay } from '@jeongsan/database';
import { type Input, type Output } from '@jeongsan/http-contract';
import { chart, sellerAdjusted } from '@jeongsan/ledger';
import type { Actor } from '@jeongsan/nest-kit';
import { refuse, type approveAdjustment as contract, type listAdjustments } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import {
  sellerAdjustmentMachine,
  type SellerAdjustmentEvent,
  type SellerAdjustmentState,
} from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';

export type Adjustment = Output<typeof contract> & Readonly<{ proposedBy: Actor }>;

export const adjustmentColumns = `id, seller_id as "sellerId", amount, reason, reference, state, proposed_by as "proposedBy",
  proposed_at as "proposedAt", decided_by as "decidedBy", decided_at as "decidedAt", to_debt as "toDebt"`;

const ADJUSTMENTS = filteredList({
  from: 'payouts.seller_adjustment',
  columns: adjustmentColumns,
  order: [
    { column: 'proposed_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { sellerId: is('x.seller_id'), from: fromDay('x.proposed_at'), to: toDay('x.proposed_at') },
  checks: { state: is('x.state') },
});

/** Adjustments, newest first. */
export const readAdjustments = (
  db: Executor,
  query: Input<typeof listAdjustments>['query'],
): Promise<Output<typeof listAdjustments>> => ADJUSTMENTS.page<Adjustment>(db, query);

/** Reads one adjustment. @throws ADJUSTMENT_NOT_FOUND */
export async function findAdjustment(db: Executor, id: string, lock: '' | 'for update' = ''): Promise<Adjustment> {
  const [row] = await db.query<Adjustment[]>(
    `select ${adjustmentColumns} from payouts.seller_adjustment where id = $1 ${lock}`,
    [id],
  );
  if (!row) throw refuse('ADJUSTMENT_NOT_FOUND', `There is no adjustment ${id}`);
  return row;
}

/** The state after an event. @throws ADJUSTMENT_STATE */
export function stateAfter({ id, state }: Adjustment, event: SellerAdjustmentEvent): SellerAdjustmentState {
  const verdict = sellerAdjustmentMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse('ADJUSTMENT_STATE', `Adjustment ${id} is ${state}: ${event} comes too late`, { state });
}

const DECIDE = statement(`
  update payouts.seller_adjustment
     set state = :state, decided_by = :decidedBy, decided_at = :decidedAt, alone_limit = :aloneLimit, to_debt = :toDebt
   where id = :id returning ${adjustmentColumns}`);

export type Decided = Readonly<{
  state: SellerAdjustmentState;
  author: Author;
  decidedAt: Date;
  aloneLimit: bigint | null;
  toDebt: bigint;
}>;

export async function writeDecision(
  tx: EntityManager,
  asked: Adjustment,
  { author, ...decided }: Decided,
): Promise<Adjustment> {
  const { id, reason } = asked;
  await DECIDE.rows(tx, { id, decidedBy: author.actor, ...decided });
  const { toDebt, aloneLimit } = decided;
  const made = await findAdjustment(tx, id);
  const facts = {
    before: factsOf(asked),
    after: { ...factsOf(made), ...(made.state === 'posted' && { toDebt, aloneLimit }) },
  };
  const kind = made.state === 'posted' ? 'adjustment.posted' : 'adjustment.rejected';
  await recordDecision(tx, { kind, subject: id, ...authorOf(author), reason, ...facts }, decided.decidedAt);
  return made;
}

const factsOf = ({ sellerId, amount, reference, state }: Adjustment) => ({ sellerId, amount, reference, state });

// ASSUMED: an adjustment by hand is no remuneration for a service and no charge: 3.3 % is not withheld from it, and it stands on no
// tax invoice. A wrong commission is corrected by a change of terms or of a rule, which both count.
/** Posts an adjustment: a negative one takes what is payable, and the rest becomes debt. */
export async function postAdjusted(
  tx: EntityManager,
  asked: Adjustment,
  decided: Omit<Decided, 'toDebt' | 'state'>,
): Promise<Adjustment> {
  const { id, sellerId, amount } = asked;
  const payable = chart.sellerPayable(sellerId);
  const balances = await lockBalances(tx, [payable, chart.sellerDebt(sellerId)]);
  const short = -amount - (balances.get(payable.code) ?? 0n);
  const toDebt = amount < 0n && short > 0n ? short : 0n;
  const effectiveAt = decided.decidedAt;
  await postLedger(tx, [sellerAdjusted({ adjustmentId: id, sellerId, amount, toDebt, effectiveAt })]);
  const data = { adjustmentId: id, sellerId, amount: amount.toString(), toDebt: toDebt.toString() };
  await emit(tx, 'seller.adjusted', [{ entityId: id, data }], effectiveAt);
  return writeDecision(tx, asked, { ...decided, state: 'posted', toDebt });
}
