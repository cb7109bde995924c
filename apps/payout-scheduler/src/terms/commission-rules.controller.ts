import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { createRule } from './commission-rules/create-rule.js';
import { endRule } from './commission-rules/end-rule.js';
import { readRules } from './commission-rules/read-rules.js';
import { Policy } from './policy.js';

@Controller()
export class CommissionRulesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.createCommissionRule)
  create(
    @Decoded(contract.createCommissionRule) { body }: Input<typeof contract.createCommissionRule>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.createCommissionRule>> {
    const { approval } = this.policy;
    return transaction(this.db, (tx) => createRule(tx, body, caller, approval, this.clock.now()));
  }

  @Implements(contract.listCommissionRules)
  list(
    @Decoded(contract.listCommissionRules) { query }: Input<typeof contract.listCommissionRules>,
  ): Promise<Output<typeof contract.listCommissionRules>> {
    return readRules(this.db, query);
  }

  @Implements(contract.endCommissionRule)
  end(
    @Decoded(contract.endCommissionRule) { params, body }: Input<typeof contract.endCommissionRule>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.endCommissionRule>> {
    const { approval } = this.policy;
    return transaction(this.db, (tx) =>
      endRule(tx, params.ruleId, body.effectiveTo, caller, approval, this.clock.now()),
    );
  }
}
