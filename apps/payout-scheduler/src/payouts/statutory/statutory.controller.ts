import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../../terms/policy.js';
import { readDeadlines, sumDeadlines } from './read-deadlines/read-deadlines.js';
import { readSegregation } from './segregation/read-segregation.js';
import { addRule, addSegregation } from './statutory-rules/add-rule.js';
import { chooseRule } from './statutory-rules/choose-rule.js';
import { readChoices, readRules, readSegregationRules } from './statutory-rules/read-rules.js';

@Serves(contract.statutoryContract)
export class StatutoryController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.statutoryContract> = {
    listStatutoryRules: ({ query }) => readRules(this.db, query),
    addStatutoryRule: ({ body }, { caller }) =>
      transaction(this.db, (tx) => addRule(tx, body, caller, this.policy.approval, this.clock.now())),
    listStatutoryChoices: ({ query }) => readChoices(this.db, query),
    chooseStatutoryRule: ({ body }, { caller }) =>
      transaction(this.db, (tx) => chooseRule(tx, body, caller, this.policy.approval, this.clock.now())),
    listPaymentDeadlines: ({ query }) => readDeadlines(this.db, query, this.clock.now()),
    sumPaymentDeadlines: ({ query }) => sumDeadlines(this.db, query.days, this.clock.now()),
    listSegregationRules: ({ query }) => readSegregationRules(this.db, query),
    addSegregationRule: ({ body }, { caller }) =>
      transaction(this.db, (tx) => addSegregation(tx, body, caller, this.policy.approval, this.clock.now())),
    listSegregation: ({ query }) => readSegregation(this.db, query),
  };
}
