import { authorOf, recordDecision } from '@jeongsan/audit';
import { enqueue, lockUntilCommit } from '@jeongsan/database';
import { type ApprovalRules, assertMayActAlone, assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import { type MonthCheckView, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { monthRequestMachine, type MonthRequestState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { checkMonth } from '../check-month/check-month.js';
import { boundsOf, type MonthBounds } from '../month-bounds.js';
import {
  lockMonth,
  lockRequest,
  monthAfter,
  type MonthRequest,
  type MonthRow,
  requestAfter,
  requestNamed,
} from '../month-record.js';

type Asked = Readonly<{
  /** The same for each repeat of a request. */
  id: string;
  month: string;
  reason: string;
}>;

/**
 * Closes a month from whose checklist nothing is missing. With `override`, a month that lacks something is proposed to a second
 * person. A repeat changes nothing. Throws MONTH_NOT_FOUND, MONTH_STATE, MONTH_NOT_READY, MONTH_REQUEST_OPEN,
 * MONTH_SECOND_PERSON_REQUIRED.
 */
export async function askToClose(
  tx: EntityManager,
  { override, ...asked }: Asked & Readonly<{ override: boolean }>,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<MonthRequest> {
  assertMayAsk(caller, 'month');
  await lockUntilCommit(tx, 'closing');
  const bounds = boundsOf(asked.month);
  const month = await lockMonth(tx, bounds, now);
  const made = await requestNamed(tx, asked.id);
  if (made) return made;
  monthAfter(month, 'close');
  const failed = await failedOf(tx, bounds, ({ mayBeOverridden }) => override && mayBeOverridden, now);
  const request = await propose(tx, { ...asked, kind: 'close', failed }, caller, now);
  if (failed.length > 0) return request;
  // Nothing is decided that the checklist has not decided: one person is enough, and an old sign-in.
  const pending = { kind: 'month', subject: `Closing ${asked.month}`, amount: 0n, askedBy: [] } as const;
  assertMayActAlone(caller, pending, rules);
  return carryOut(tx, request, month, caller, now);
}

/**
 * Proposes to reopen the month that was closed last. A repeat changes nothing. Throws MONTH_NOT_FOUND, MONTH_STATE,
 * MONTH_SEALED, MONTH_NOT_LAST, MONTH_REQUEST_OPEN, MONTH_SECOND_PERSON_REQUIRED.
 */
export async function askToReopen(tx: EntityManager, asked: Asked, caller: Caller, now: Date): Promise<MonthRequest> {
  assertMayAsk(caller, 'month');
  await lockUntilCommit(tx, 'closing');
  const bounds = boundsOf(asked.month);
  const month = await lockMonth(tx, bounds, now);
  const made = await requestNamed(tx, asked.id);
  if (made) return made;
  await assertReopens(tx, month, bounds);
  return propose(tx, { ...asked, kind: 'reopen', failed: [] }, caller, now);
}

/**
 * Closes or reopens a month as a second person; a repeat changes nothing. Throws MONTH_REQUEST_NOT_FOUND, MONTH_REQUEST_STATE,
 * MONTH_STATE, MONTH_SEALED, MONTH_NOT_LAST, MONTH_NOT_READY when a check misses more than was proposed, MONTH_SECOND_PERSON_REQUIRED,
 * REAUTHENTICATION_REQUIRED.
 */
export async function approveMonth(
  tx: EntityManager,
  id: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<MonthRequest> {
  await lockUntilCommit(tx, 'closing');
  const request = await lockRequest(tx, id);
  if (request.state === 'approved' && request.decidedBy === caller.actor) return request;
  const askedBy = [request.proposedBy];
  // No amount: a month is decided with a fresh sign-in.
  assertMayActAlone(caller, { kind: 'month', subject: `Request ${id}`, amount: null, askedBy }, rules);
  requestAfter(request, 'approve');
  const bounds = boundsOf(request.month);
  const month = await lockMonth(tx, bounds, now);
  if (request.kind === 'reopen') await assertReopens(tx, month, bounds);
  else {
    monthAfter(month, 'close');
    await failedOf(tx, bounds, isCovered(request), now);
  }
  return carryOut(tx, request, month, caller, now);
}

/** Rejects a request; a repeat changes nothing. Throws MONTH_REQUEST_NOT_FOUND, MONTH_REQUEST_STATE. */
export async function rejectMonth(tx: EntityManager, id: string, caller: Caller, now: Date): Promise<MonthRequest> {
  assertMayAsk(caller, 'month');
  const request = await lockRequest(tx, id);
  if (request.state === 'rejected') return request;
  return decide(tx, request, requestAfter(request, 'reject'), caller, now);
}

/** Whether a check misses at most what the request showed. */
const isCovered =
  ({ missing, counts }: MonthRequest) =>
  ({ check, count }: MonthCheckView): boolean =>
    count <= (counts[missing.indexOf(check)] ?? 0);

/** The checks that have not passed. Throws MONTH_NOT_READY when one of them is not allowed to fail. */
async function failedOf(
  tx: EntityManager,
  bounds: MonthBounds,
  isAllowed: (check: MonthCheckView) => boolean,
  now: Date,
): Promise<MonthCheckView[]> {
  const failed = (await checkMonth(tx, bounds, now)).filter(({ passed }) => !passed);
  if (failed.every(isAllowed)) return failed;
  const names = failed.map(({ check, count }) => `${check} (${count})`).join(', ');
  throw refuse('MONTH_NOT_READY', `${bounds.month} cannot be closed: ${names}`, { missing: failed });
}

/** The month is closed and not sealed, and no later one is closed. */
async function assertReopens(tx: EntityManager, month: MonthRow, { until }: MonthBounds): Promise<void> {
  monthAfter(month, 'reopen');
  if (month.inLedger !== 'OPEN')
    throw refuse('MONTH_SEALED', `${month.month} is sealed for good: book a correction in an open month`);
  const [last] = await tx.query<{ is_last: boolean }[]>('select open_from = $1 as is_last from ledger.open_period', [
    until,
  ]);
  if (!last?.is_last || month.balancesHash === null)
    throw refuse('MONTH_NOT_LAST', `${month.month} is not the month that was closed last: reopen that one first`);
}

const PROPOSE = statement(`
  insert into reconciliation.month_request (id, month, kind, reason, missing, counts, state, proposed_by, proposed_at)
  select :id, :first, :kind, :reason, :missing, :counts, :state, :by, :now
   where not exists (select from reconciliation.month_request where month = :first and state = :state)
  returning id`);

type Proposal = Asked & Readonly<{ kind: 'close' | 'reopen'; failed: readonly MonthCheckView[] }>;

async function propose(tx: EntityManager, { month, failed, ...asked }: Proposal, caller: Caller, now: Date) {
  const state = monthRequestMachine.initial;
  const [missing, counts] = [failed.map(({ check }) => check), failed.map(({ count }) => count)];
  const facts = { ...asked, missing, counts };
  const made = await PROPOSE.rows(tx, { ...facts, first: `${month}-01`, state, by: caller.actor, now });
  if (made.length === 0) throw refuse('MONTH_REQUEST_OPEN', `A request about ${month} waits for its second person`);
  const request = await lockRequest(tx, asked.id);
  if (request.missing.length > 0 || request.kind === 'reopen')
    await record(tx, 'month.proposed', null, request, caller, now);
  return request;
}

/** Decides the request, and moves the first open month; what an older transaction still writes, the job waits for. */
async function carryOut(tx: EntityManager, request: MonthRequest, month: MonthRow, caller: Caller, now: Date) {
  const { first, from, until } = boundsOf(request.month);
  const state = monthAfter(month, request.kind);
  await tx.query('update reconciliation.month set state = $2 where month = $1', [first, state]);
  await tx.query('select ledger.open_books_from($1)', [request.kind === 'close' ? until : from]);
  if (request.kind === 'close')
    await enqueue(tx, 'month.close', { month: request.month }, now, { dedupeKey: `month.close/${request.month}` });
  return decide(tx, request, requestAfter(request, 'approve'), caller, now);
}

const DECIDE = statement(`
  update reconciliation.month_request set state = :state, decided_by = :by, decided_at = :now where id = :id`);

async function decide(
  tx: EntityManager,
  before: MonthRequest,
  state: MonthRequestState,
  caller: Caller,
  now: Date,
): Promise<MonthRequest> {
  await DECIDE.rows(tx, { id: before.id, state, by: caller.actor, now });
  const after = await lockRequest(tx, before.id);
  await record(tx, state === 'rejected' ? 'month.rejected' : 'month.decided', before, after, caller, now);
  return after;
}

type Recorded = 'month.proposed' | 'month.decided' | 'month.rejected';

const record = (
  tx: EntityManager,
  kind: Recorded,
  before: MonthRequest | null,
  after: MonthRequest,
  caller: Caller,
  now: Date,
): Promise<void> => {
  const { month: subject, reason } = after;
  return recordDecision(
    tx,
    { kind, subject, ...authorOf(caller), reason, before: before && factsOf(before), after: factsOf(after) },
    now,
  );
};

const factsOf = ({ kind, missing, counts, state }: MonthRequest) => ({ change: kind, missing, counts, state });
