import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { changeView, findChange } from './change-terms/change-record.js';
import { approveChange, rejectChange } from './change-terms/decide-change.js';
import { proposeChange } from './change-terms/propose-change.js';
import { readChange, readChanges } from './change-terms/read-changes.js';
import { Policy } from './policy.js';

@Controller()
export class TermsChangesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.proposeTermsChange)
  propose(
    @Decoded(contract.proposeTermsChange) { body }: Input<typeof contract.proposeTermsChange>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.proposeTermsChange>> {
    return transaction(this.db, (tx) => proposeChange(tx, body, caller, this.clock.now()));
  }

  @Implements(contract.listTermsChanges)
  list(
    @Decoded(contract.listTermsChanges) { query }: Input<typeof contract.listTermsChanges>,
  ): Promise<Output<typeof contract.listTermsChanges>> {
    return readChanges(this.db, query);
  }

  @Implements(contract.getTermsChange)
  get(
    @Decoded(contract.getTermsChange) { params, query }: Input<typeof contract.getTermsChange>,
  ): Promise<Output<typeof contract.getTermsChange>> {
    return readChange(this.db, params.changeId, query);
  }

  @Implements(contract.approveTermsChange)
  async approve(
    @Decoded(contract.approveTermsChange) { params, body }: Input<typeof contract.approveTermsChange>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.approveTermsChange>> {
    const { approval } = this.policy;
    await transaction(this.db, (tx) =>
      approveChange(tx, params.changeId, body.contentHash, caller, approval, this.clock.now()),
    );
    return changeView(await findChange(this.db, params.changeId));
  }

  @Implements(contract.rejectTermsChange)
  async reject(
    @Decoded(contract.rejectTermsChange) { params }: Input<typeof contract.rejectTermsChange>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.rejectTermsChange>> {
    await transaction(this.db, (tx) => rejectChange(tx, params.changeId, caller.actor, this.clock.now()));
    return changeView(await findChange(this.db, params.changeId));
  }
}
