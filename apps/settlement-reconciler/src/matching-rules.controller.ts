import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { matchingRulesContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Approval } from './approval.js';
import { decideVersion } from './change-rules/decide-version.js';
import { listFees, proposeFees, readFees } from './change-rules/fee-tables.js';
import { listRules, proposeRule, readRule } from './change-rules/matching-rules.js';

/** Tolerances, waiting days and contracted fees: what matching compares by. */
@Serves(matchingRulesContract)
export class MatchingRulesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly approval: Approval,
  ) {}

  readonly handlers: Handlers<typeof matchingRulesContract> = {
    listMatchingRules: ({ query }) => listRules(this.db, query),
    getMatchingRule: ({ params }) => readRule(this.db, params.ruleId),
    proposeMatchingRule: ({ body }, call) =>
      transaction(this.db, (tx) => proposeRule(tx, idOfRequest(call), body, call.caller, this.clock.now())),
    approveMatchingRule: ({ params: { ruleId } }, { caller }) =>
      transaction(this.db, async (tx) => {
        await decideVersion(tx, 'rule', ruleId, 'active', caller, this.approval.rules, this.clock.now());
        return readRule(tx, ruleId);
      }),
    rejectMatchingRule: ({ params: { ruleId } }, { caller }) =>
      transaction(this.db, async (tx) => {
        await decideVersion(tx, 'rule', ruleId, 'rejected', caller, this.approval.rules, this.clock.now());
        return readRule(tx, ruleId);
      }),
    listFeeTables: ({ query }) => listFees(this.db, query),
    getFeeTable: ({ params }) => readFees(this.db, params.tableId),
    proposeFeeTable: ({ body }, call) =>
      transaction(this.db, (tx) => proposeFees(tx, idOfRequest(call), body, call.caller, this.clock.now())),
    approveFeeTable: ({ params: { tableId } }, { caller }) =>
      transaction(this.db, async (tx) => {
        await decideVersion(tx, 'fee_table', tableId, 'active', caller, this.approval.rules, this.clock.now());
        return readFees(tx, tableId);
      }),
    rejectFeeTable: ({ params: { tableId } }, { caller }) =>
      transaction(this.db, async (tx) => {
        await decideVersion(tx, 'fee_table', tableId, 'rejected', caller, this.approval.rules, this.clock.now());
        return readFees(tx, tableId);
      }),
  };
}
