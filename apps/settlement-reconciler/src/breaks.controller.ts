import { transaction } from '@jeongsan/database';
import { type Caller, Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { breaksContract } from '@jeongsan/platform-contract';
import { DataSource, type EntityManager } from 'typeorm';
import { listBreaks, totalBreaks } from './read-reconciliation/list-breaks.js';
import { type BreakDetail, readBreak } from './read-reconciliation/read-break.js';
import { BreakPolicy } from './resolve-break/break-policy.js';
import { readDecision, readDecisions } from './resolve-break/decision-record.js';
import { assignBreak, commentBreak, unassignBreak } from './resolve-break/handle-break.js';
import type { AskedWay } from './resolve-break/plan-settlement.js';
import { approveDecision, declineDecision, settleBreak } from './resolve-break/settle-break.js';

type Call = Readonly<{ caller: Caller; idempotencyKey: string | undefined }>;
type Why = Readonly<{ reason: string; note?: string | undefined }>;

/** The operators' endpoints for breaks. */
@Serves(breaksContract)
export class BreaksController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: BreakPolicy,
  ) {}

  readonly handlers: Handlers<typeof breaksContract> = {
    listBreaks: ({ query }) => listBreaks(this.reads, query, this.clock.now()),
    totalBreaks: ({ query }) => totalBreaks(this.reads, query, this.clock.now()),
    getBreak: ({ params }) => readBreak(this.reads, params.breakId, this.clock.now()),
    explainBreak: ({ params, body }, call) => this.settle(params.breakId, { ...body, way: 'expect' }, call),
    adjustBreak: ({ params, body }, call) => this.settle(params.breakId, { ...body, way: 'adjust' }, call),
    forceBreak: ({ params, body }, call) => this.settle(params.breakId, { ...body, way: 'force' }, call),
    assignBreak: ({ params: { breakId }, body }, { caller }) =>
      this.change(breakId, (tx, now) => assignBreak(tx, breakId, body, caller, now)),
    unassignBreak: ({ params: { breakId }, body }, { caller }) =>
      this.change(breakId, (tx, now) => unassignBreak(tx, breakId, body, caller, now)),
    commentBreak: ({ params: { breakId }, body }, { caller }) =>
      this.change(breakId, (tx, now) => commentBreak(tx, breakId, body, caller, now)),
    reopenBreak: ({ params, body }, call) => this.settle(params.breakId, { ...body, way: 'reopen' }, call),
    listBreakDecisions: ({ query }) => readDecisions(this.reads, query),
    getBreakDecision: ({ params }) => readDecision(this.reads, params.decisionId),
    approveBreakDecision: ({ params }, { caller }) =>
      this.decide((tx, now) => approveDecision(tx, params.decisionId, caller, this.policy, now)),
    declineBreakDecision: ({ params, body }, { caller }) =>
      this.decide((tx, now) => declineDecision(tx, params.decisionId, body.reason, caller, now)),
  };

  private settle(breakId: string, asked: Why & AskedWay, call: Call): Promise<BreakDetail> {
    const id = idOfRequest(call);
    return this.change(breakId, (tx, now) => settleBreak(tx, { ...asked, id, breakId }, call.caller, this.policy, now));
  }

  private change(breakId: string, act: (tx: EntityManager, now: Date) => Promise<unknown>): Promise<BreakDetail> {
    return this.decide(async (tx, now) => {
      await act(tx, now);
      return breakId;
    });
  }

  private decide(act: (tx: EntityManager, now: Date) => Promise<string>): Promise<BreakDetail> {
    const now = this.clock.now();
    return transaction(this.db, async (tx) => readBreak(tx, await act(tx, now), now), 'resolve-break');
  }
}
