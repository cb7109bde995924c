import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { type Executor, filteredList, is } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import { refuse, type approveParkedDecision, type listParkedPayouts } from '@jeongsan/platform-contract';
import { parkedDecisionMachine, type ParkedDecisionEvent, type PayoutState } from '@jeongsan/state-machines';

export type ParkedDecision = Output<typeof approveParkedDecision> & Readonly<{ proposedBy: Actor }>;
type Parked = Output<typeof listParkedPayouts>['items'][number];

export const decisionColumns = `id, payout_id as "payoutId", kind, provider_payout_id as "providerPayoutId", reason, state,
  proposed_by as "proposedBy", proposed_at as "proposedAt", decided_by as "decidedBy", decided_at as "decidedAt"`;

/** The fields of a payout that must equal the provider's, and the dates on which the provider can have listed it. */
export type ParkedPayout = Readonly<{
  id: string;
  runId: string;
  providerSellerId: string;
  amount: bigint;
  state: PayoutState;
  dueOn: string;
  payoutDate: string;
}>;

/** Reads a proposal; `lock` locks its row until the transaction ends. Throws PARKED_DECISION_NOT_FOUND. */
export async function findDecision(db: Executor, id: string, lock: 'lock' | 'read'): Promise<ParkedDecision> {
  const [row] = await db.query<ParkedDecision[]>(
    `select ${decisionColumns} from payouts.parked_decision where id = $1 ${lock === 'lock' ? 'for update' : ''}`,
    [id],
  );
  if (!row) throw refuse('PARKED_DECISION_NOT_FOUND', `There is no decision ${id} about a parked payout`);
  return row;
}

/** Throws PARKED_DECISION_STATE if the proposal's state does not accept the event. */
export function assertDecides({ id, state }: ParkedDecision, event: ParkedDecisionEvent): void {
  if (parkedDecisionMachine.classify(state, event).kind !== 'move')
    throw refuse('PARKED_DECISION_STATE', `Decision ${id} is ${state}: ${event} comes too late`);
}

/**
 * Reads a parked payout; `lock` locks its row until the transaction ends. Throws PAYOUT_NOT_FOUND, and
 * PAYOUT_NOT_PARKED for a payout in another state.
 */
export async function findParked(db: Executor, payoutId: string, lock: 'lock' | 'read'): Promise<ParkedPayout> {
  const [payout] = await db.query<ParkedPayout[]>(
    `select p.id, p.run_id as "runId", p.provider_seller_id as "providerSellerId", p.amount, p.state,
            r.business_date as "dueOn", p.payout_date as "payoutDate"
       from payouts.payout p join payouts.run r on r.id = p.run_id where p.id = $1 ${lock === 'lock' ? 'for update of p' : ''}`,
    [payoutId],
  );
  if (!payout) throw refuse('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
  if (payout.state !== 'parked')
    throw refuse('PAYOUT_NOT_PARKED', `Payout ${payoutId} is ${payout.state}: nobody has to decide about it`);
  return payout;
}

/** Records the outcome of a proposal, and returns the proposal. */
export async function recordOutcome(
  tx: Executor,
  asked: ParkedDecision,
  state: 'approved' | 'rejected',
  author: Author,
  now: Date,
): Promise<ParkedDecision> {
  const { id, reason } = asked;
  await tx.query(`update payouts.parked_decision set state = $2, decided_by = $3, decided_at = $4 where id = $1`, [
    id,
    state,
    author.actor,
    now,
  ]);
  const before = proposalFacts(asked);
  const decided = { subject: id, ...authorOf(author), reason, before, after: { ...before, state } };
  await recordDecision(tx, { kind: `parked-decision.${state}`, ...decided }, now);
  return findDecision(tx, id, 'read');
}

/** What the audit trail keeps of a proposal. */
export const proposalFacts = ({ payoutId, kind: outcome, providerPayoutId, state }: ParkedDecision) => ({
  ...{ payoutId, outcome, providerPayoutId, state },
});

type ParkedRow = Omit<Parked, 'listings' | 'proposal'> & Readonly<{ batchId: string }>;

const PARKED = filteredList({
  from: 'payouts.payout',
  columns: `x.id as "payoutId", x.ref_payout_id as "refPayoutId", x.run_id as "runId", x.seller_id as "sellerId",
            x.provider_seller_id as "providerSellerId", x.amount, x.observed_at as "parkedAt", x.absent_rounds as "absentRounds",
            x.duplicate_rounds as "duplicateRounds", a.rejection_code as "lastAnswer", x.batch_id as "batchId"`,
  joins: 'left join payouts.batch a on a.id = x.batch_id',
  where: `x.state = 'parked'`,
  order: [{ column: 'id', type: 'uuid' }],
  isNewestFirst: false,
  leads: { payoutId: is('x.id', 'uuid'), sellerId: is('x.seller_id'), runId: is('x.run_id', 'uuid') },
  checks: {},
});

/** Parked payouts sorted by payout id, each with the listings of its last batch and the proposals about it. */
export async function readParked(
  db: Executor,
  query: Input<typeof listParkedPayouts>['query'] & Readonly<{ payoutId?: string }>,
): Promise<Output<typeof listParkedPayouts>> {
  const { items: rows, nextCursor } = await PARKED.page<ParkedRow>(db, query);
  const listings = await listingsOf(
    db,
    rows.map((row) => row.batchId),
  );
  const proposals = await proposalsOf(
    db,
    rows.map((row) => row.payoutId),
  );
  const items = rows.map(({ batchId, ...row }) => ({
    ...row,
    listings: listings.filter((l) => l.batchId === batchId).map(({ batchId: _, ...listing }) => listing),
    proposal: proposals.find((p) => p.payoutId === row.payoutId) ?? null,
  }));
  return { items, nextCursor };
}

/** One parked payout with its evidence. Throws PAYOUT_NOT_FOUND, and PAYOUT_NOT_PARKED for a payout in another state. */
export async function readParkedPayout(db: Executor, payoutId: string): Promise<Parked> {
  await findParked(db, payoutId, 'read');
  const [parked] = (await readParked(db, { payoutId })).items;
  if (!parked) throw refuse('PAYOUT_NOT_PARKED', `Payout ${payoutId} was decided at this moment`);
  return parked;
}

const listingsOf = (db: Executor, batchIds: readonly string[]) =>
  db.query<(Parked['listings'][number] & { batchId: string })[]>(
    `select batch_id as "batchId", listed_at as "listedAt", from_date as "fromDate", to_date as "toDate", payouts_listed as "payoutsListed"
       from payouts.absent_listing where batch_id = any($1) order by batch_id, number`,
    [batchIds],
  );

const proposalsOf = (db: Executor, payoutIds: readonly string[]) =>
  db.query<ParkedDecision[]>(
    `select ${decisionColumns} from payouts.parked_decision where payout_id = any($1) and state = 'proposed'`,
    [payoutIds],
  );
