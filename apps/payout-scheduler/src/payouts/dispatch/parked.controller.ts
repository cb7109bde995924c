import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { approveDecision, rejectDecision } from './decide-parked/decide-proposal.js';
import { readParked, readParkedPayout } from './decide-parked/parked-rows.js';
import { proposeDecision } from './decide-parked/propose-decision.js';
import { Policy } from '../../terms/policy.js';
import { Provider } from './provider.js';

/** Endpoints for payouts that wait for a decision of people. */
@Serves(contract.parkedPayoutsContract)
export class ParkedController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly provider: Provider,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.parkedPayoutsContract> = {
    listParkedPayouts: ({ query }) => readParked(this.db, query),
    getParkedPayout: ({ params }) => readParkedPayout(this.db, params.payoutId),
    proposeParkedDecision: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => proposeDecision(tx, params.payoutId, body, caller, this.clock.now())),
    approveParkedDecision: ({ params }, { caller }) => {
      const { approval } = this.policy;
      return approveDecision(this.db, this.provider.api, params.decisionId, caller, approval, this.clock.now());
    },
    rejectParkedDecision: ({ params }, { caller }) =>
      transaction(this.db, (tx) => rejectDecision(tx, params.decisionId, caller, this.clock.now())),
  };
}
