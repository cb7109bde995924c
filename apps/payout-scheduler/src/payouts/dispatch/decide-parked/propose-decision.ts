import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import { refuse, type proposeParkedDecision } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { parkedDecisionMachine } from '@jeongsan/state-machines';
import { decisionColumns, findParked, type ParkedDecision, proposalFacts } from './parked-rows.js';

type Asked = Input<typeof proposeParkedDecision>['body'];

const PROPOSE = statement(`
  insert into payouts.parked_decision (id, payout_id, kind, provider_payout_id, reason, state, proposed_by, proposed_at)
  values (:id, :payoutId, :kind, :providerPayoutId, :reason, :state, :proposedBy, :proposedAt) on conflict (payout_id)
    where state = 'proposed' do nothing returning id`);

/**
 * Proposes the outcome of a parked payout; nothing is posted. Throws PAYOUT_NOT_FOUND, PAYOUT_NOT_PARKED, and
 * PARKED_DECISION_OPEN while another proposal is open. The same proposal by the same person changes nothing.
 */
export async function proposeDecision(
  tx: Executor,
  payoutId: string,
  { kind, providerPayoutId = undefined, reason }: Asked,
  caller: Caller,
  now: Date,
): Promise<ParkedDecision> {
  assertMayAsk(caller, 'parkedDecision');
  const by = caller.actor;
  await findParked(tx, payoutId, 'lock');
  const made = await PROPOSE.rows(tx, {
    id: randomUUID(),
    payoutId,
    kind,
    providerPayoutId: providerPayoutId ?? null,
    reason,
    state: parkedDecisionMachine.initial,
    proposedBy: by,
    proposedAt: now,
  });
  const [open] = await tx.query<ParkedDecision[]>(
    `select ${decisionColumns} from payouts.parked_decision where payout_id = $1 and state = 'proposed'`,
    [payoutId],
  );
  if (!open) throw new Error(`The proposal about payout ${payoutId} was decided while it was made`);
  if (open.kind !== kind || open.providerPayoutId !== (providerPayoutId ?? null) || open.proposedBy !== by)
    throw refuse(
      'PARKED_DECISION_OPEN',
      `${open.proposedBy} proposed ${open.kind} for payout ${payoutId}: decide that first`,
    );
  if (made.length > 0) {
    const decided = { subject: open.id, ...authorOf(caller), reason, before: null, after: proposalFacts(open) };
    await recordDecision(tx, { kind: 'parked-decision.proposed', ...decided }, now);
  }
  return open;
}
