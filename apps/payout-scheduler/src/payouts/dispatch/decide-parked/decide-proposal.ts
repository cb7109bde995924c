import { type Author, systemAuthor } from '@jeongsan/audit';
import { addDays } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import {
  advancePayouts,
  advanceToProvider,
  findListed,
  type PayoutProvider,
  type ProviderPayout,
} from '@jeongsan/payouts';
import { type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { DataSource, EntityManager } from 'typeorm';
import { SCHEDULER } from '../../payout-store/decider.js';
import { pgPayoutRecords } from '../../payout-store/pg-payout-records.js';
import {
  assertDecides,
  findDecision,
  findParked,
  type ParkedDecision,
  type ParkedPayout,
  recordOutcome,
} from './parked-rows.js';

type Provider = Pick<PayoutProvider, 'getPayout' | 'listPayouts'>;

/**
 * Approves a proposal after one more look at the provider's listing: a payout listed there was made, and no decision
 * can say otherwise. Throws PARKED_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED,
 * PARKED_PROVIDER_PAYOUT when the named payout is another one, PARKED_PAYOUT_LISTED when the payout turned up (it then
 * gets the provider's status), PARKED_PROVIDER_AWAY without an answer. A repeat changes nothing.
 */
export async function approveDecision(
  db: DataSource,
  provider: Provider,
  id: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<ParkedDecision> {
  const by = caller.actor;
  const asked = await findDecision(db, id, 'read');
  if (asked.state === 'approved' && asked.decidedBy === by) return asked;
  assertDecides(asked, 'approve');
  const payout = await findParked(db, asked.payoutId, 'read');
  const pending = { kind: 'parkedDecision', subject: `Decision ${id}`, amount: payout.amount } as const;
  assertMayDecide(caller, { ...pending, askedBy: [asked.proposedBy] }, rules);
  const seen = await look(provider, asked, payout);
  const decided = await transaction(db, async (tx) => {
    assertDecides(await findDecision(tx, id, 'lock'), 'approve');
    // The payout is locked and read again, because a webhook may decide it at the same moment.
    await findParked(tx, payout.id, 'lock');
    if (seen === null) await carryOut(tx, asked, payout, now);
    else await advanceToProvider(pgPayoutRecords(tx), [seen], now);
    const isOvertaken = seen !== null && asked.kind !== 'MADE';
    const author = isOvertaken ? systemAuthor(SCHEDULER) : caller;
    return recordOutcome(tx, asked, isOvertaken ? 'rejected' : 'approved', author, now);
  });
  if (decided.state === 'rejected')
    throw refuse(
      'PARKED_PAYOUT_LISTED',
      `The provider lists payout ${payout.id} by now: it went where the provider says`,
    );
  return decided;
}

/**
 * Rejects a proposal: the payout stays parked. The person who proposed may withdraw the proposal this way. Throws
 * PARKED_DECISION_STATE when it was approved.
 */
export async function rejectDecision(
  tx: EntityManager,
  id: string,
  author: Author,
  now: Date,
): Promise<ParkedDecision> {
  const asked = await findDecision(tx, id, 'lock');
  if (asked.state === 'rejected') return asked;
  assertDecides(asked, 'reject');
  return recordOutcome(tx, asked, 'rejected', author, now);
}

/** The provider's payout that is ours; null if the provider does not list it. */
async function look(provider: Provider, asked: ParkedDecision, payout: ParkedPayout): Promise<ProviderPayout | null> {
  try {
    if (asked.providerPayoutId !== null) return await named(provider, asked.providerPayoutId, payout);
    const window = { from: addDays(payout.dueOn, -1), to: addDays(payout.payoutDate, 1) };
    const { found } = await findListed(provider, window, new Set([payout.id]));
    return found[0] ? assertSame(found[0], payout) : null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw refuse('PARKED_PROVIDER_AWAY', `The provider could not be asked (${error.code}): nothing was decided`);
  }
}

/**
 * The provider's payout that a proposal names as ours. Its seller and amount must be equal, and its reference must not
 * belong to another payout.
 */
async function named(provider: Provider, providerPayoutId: string, payout: ParkedPayout): Promise<ProviderPayout> {
  const found = await provider
    .getPayout({ params: { id: providerPayoutId } })
    .then((answer) => answer.entityBody)
    .catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'PAYOUT_NOT_FOUND') return null;
      throw error;
    });
  if (!found) throw differs(providerPayoutId, payout);
  return assertSame(found, payout);
}

function assertSame(found: ProviderPayout, payout: ParkedPayout): ProviderPayout {
  const isSame =
    found.destination === payout.providerSellerId &&
    found.amount.minor === payout.amount &&
    (found.refPayoutId === null || found.refPayoutId === payout.id);
  if (!isSame) throw differs(found.id, payout);
  return { ...found, refPayoutId: payout.id };
}

const differs = (providerPayoutId: string, payout: ParkedPayout) =>
  refuse('PARKED_PROVIDER_PAYOUT', `Payout ${providerPayoutId} of the provider is not payout ${payout.id} of ours`);

async function carryOut(tx: EntityManager, { kind }: ParkedDecision, payout: ParkedPayout, now: Date): Promise<void> {
  const records = pgPayoutRecords(tx);
  switch (kind) {
    case 'NEVER_MADE':
      await advancePayouts(records, [{ id: payout.id, event: 'abandon', failureCode: 'NEVER_MADE' }], now);
      return records.closeRunIfDone(payout.runId, now);
    case 'SEND_AGAIN':
      await advancePayouts(records, [{ id: payout.id, event: 'resend', absentRounds: 0, duplicateRounds: 0 }], now);
      return records.enqueue('payout-run.dispatch', { runId: payout.runId }, now);
    case 'MADE':
      throw new Error(`Payout ${payout.id} was not found at the provider: it cannot be confirmed`);
  }
}
