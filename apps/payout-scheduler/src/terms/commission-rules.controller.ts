import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { createRule } from './commission-rules/create-rule.js';
import { endRule } from './commission-rules/end-rule.js';
import { readRule, readRules } from './commission-rules/read-rules.js';
import { Policy } from './policy.js';

@Serves(contract.commissionRulesContract)
export class CommissionRulesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.commissionRulesContract> = {
    createCommissionRule: ({ body }, { caller }) => {
      const { approval, alone } = this.policy;
      return transaction(this.db, (tx) => createRule(tx, body, caller, approval, this.clock.now(), alone));
    },
    listCommissionRules: ({ query }) => readRules(this.db, query),
    getCommissionRule: ({ params }) => readRule(this.db, params.ruleId),
    endCommissionRule: ({ params, body }, { caller }) => {
      const { approval, alone } = this.policy;
      return transaction(this.db, (tx) =>
        endRule(tx, params.ruleId, body.effectiveTo, caller, approval, this.clock.now(), alone),
      );
    },
  };
}
