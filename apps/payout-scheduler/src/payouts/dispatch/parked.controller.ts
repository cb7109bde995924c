import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { approveDecision, rejectDecision } from './decide-parked/decide-proposal.js';
import { readParked } from './decide-parked/parked-rows.js';
import { proposeDecision } from './decide-parked/propose-decision.js';
import { Policy } from '../../terms/policy.js';
import { Provider } from './provider.js';
import { readHeadroom } from './read-headroom/read-headroom.js';

/** Endpoints for payouts that wait for a decision of people, and for money that waits for the weekly limit. */
@Controller()
export class ParkedController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly provider: Provider,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.listParkedPayouts)
  list(
    @Decoded(contract.listParkedPayouts) { query }: Input<typeof contract.listParkedPayouts>,
  ): Promise<Output<typeof contract.listParkedPayouts>> {
    return readParked(this.db, query);
  }

  @Implements(contract.proposeParkedDecision)
  propose(
    @Decoded(contract.proposeParkedDecision) { params, body }: Input<typeof contract.proposeParkedDecision>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.proposeParkedDecision>> {
    return transaction(this.db, (tx) => proposeDecision(tx, params.payoutId, body, caller, this.clock.now()));
  }

  @Implements(contract.approveParkedDecision)
  approve(
    @Decoded(contract.approveParkedDecision) { params }: Input<typeof contract.approveParkedDecision>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.approveParkedDecision>> {
    const { approval } = this.policy;
    return approveDecision(this.db, this.provider.api, params.decisionId, caller, approval, this.clock.now());
  }

  @Implements(contract.rejectParkedDecision)
  reject(
    @Decoded(contract.rejectParkedDecision) { params }: Input<typeof contract.rejectParkedDecision>,
    @CurrentCaller() { actor: by }: Caller,
  ): Promise<Output<typeof contract.rejectParkedDecision>> {
    return transaction(this.db, (tx) => rejectDecision(tx, params.decisionId, by, this.clock.now()));
  }

  @Implements(contract.getPayoutHeadroom)
  headroom(
    @Decoded(contract.getPayoutHeadroom) { params }: Input<typeof contract.getPayoutHeadroom>,
  ): Promise<Output<typeof contract.getPayoutHeadroom>> {
    return readHeadroom(this.db, params.sellerId, this.policy.value, this.clock.now());
  }
}
