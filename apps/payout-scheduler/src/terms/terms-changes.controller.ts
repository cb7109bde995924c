import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { changeView, findChange } from './change-terms/change-record.js';
import { approveChange, rejectChange } from './change-terms/decide-change.js';
import { proposeChange } from './change-terms/propose-change.js';
import { readChange, readChanges } from './change-terms/read-changes.js';
import { Policy } from './policy.js';

@Serves(contract.termsChangesContract)
export class TermsChangesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.termsChangesContract> = {
    proposeTermsChange: ({ body }, { caller }) =>
      transaction(this.db, (tx) => proposeChange(tx, body, caller, this.clock.now())),
    listTermsChanges: ({ query }) => readChanges(this.db, query),
    getTermsChange: ({ params, query }) => readChange(this.db, params.changeId, query),
    approveTermsChange: async ({ params, body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) =>
        approveChange(tx, params.changeId, body.contentHash, caller, approval, this.clock.now()),
      );
      return changeView(await findChange(this.db, params.changeId));
    },
    rejectTermsChange: async ({ params }, { caller }) => {
      await transaction(this.db, (tx) => rejectChange(tx, params.changeId, caller, this.clock.now()));
      return changeView(await findChange(this.db, params.changeId));
    },
  };
}
