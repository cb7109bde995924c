import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../terms/policy.js';
import { readReissue, readReissues } from './reissues/read-reissues/read-reissues.js';
import { reissuePayout } from './reissues/reissue-payout/reissue-payout.js';
import { readReissuePolicies, setReissuePolicy } from './reissues/set-reissue-policy/set-reissue-policy.js';

@Serves(contract.reissuesContract)
export class ReissuesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.reissuesContract> = {
    reissuePayout: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => reissuePayout(tx, params.payoutId, body, caller, this.policy, this.clock.now())),
    listReissues: ({ query }) => readReissues(this.db, query),
    getReissue: ({ params }) => readReissue(this.db, params.reissueId),
    setReissuePolicy: ({ body }, { caller }) =>
      transaction(this.db, (tx) => setReissuePolicy(tx, body, caller, this.policy.approval, this.clock.now())),
    listReissuePolicies: ({ query }) => readReissuePolicies(this.db, query, this.clock.now()),
  };
}
