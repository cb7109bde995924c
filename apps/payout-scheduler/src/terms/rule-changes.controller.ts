import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ruleChangesContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { approveRuleChange, rejectRuleChange } from './change-rules/decide-rule-change.js';
import { proposeRuleChange } from './change-rules/propose-rule-change.js';
import {
  findRuleChange,
  readRuleChange,
  readRuleChangeLines,
  readRuleChanges,
  ruleChangeView,
} from './change-rules/rule-change-record.js';
import { Policy } from './policy.js';

@Serves(ruleChangesContract)
export class RuleChangesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof ruleChangesContract> = {
    proposeRuleChange: ({ body }, { caller }) =>
      transaction(this.db, (tx) => proposeRuleChange(tx, body, caller, this.clock.now())),
    listRuleChanges: ({ query }) => readRuleChanges(this.db, query),
    getRuleChange: ({ params, query }) => readRuleChange(this.db, params.changeId, query),
    listRuleChangeLines: ({ params, query }) => readRuleChangeLines(this.db, params.changeId, query),
    approveRuleChange: async ({ params, body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) =>
        approveRuleChange(tx, params.changeId, body.contentHash, caller, approval, this.clock.now()),
      );
      return ruleChangeView(await findRuleChange(this.db, params.changeId));
    },
    rejectRuleChange: async ({ params }, { caller }) => {
      await transaction(this.db, (tx) => rejectRuleChange(tx, params.changeId, caller, this.clock.now()));
      return ruleChangeView(await findRuleChange(this.db, params.changeId));
    },
  };
}
