import { transaction } from '@jeongsan/database';
import { type Caller, Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { severityRulesContract, type SeverityRuleView } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Approval } from '../approval.js';
import { decideVersion } from './decide-version.js';
import { listSeverities, proposeSeverities, readSeverities } from './severity-rules.js';

/** By which amounts and ages a break is how severe, and when it is due. */
@Serves(severityRulesContract)
export class SeverityRulesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly approval: Approval,
  ) {}

  readonly handlers: Handlers<typeof severityRulesContract> = {
    listSeverityRules: ({ query }) => listSeverities(this.db, query),
    proposeSeverityRule: ({ body }, call) =>
      transaction(this.db, (tx) => proposeSeverities(tx, idOfRequest(call), body, call.caller, this.clock.now())),
    approveSeverityRule: ({ params }, { caller }) => this.decide(params.ruleId, 'active', caller),
    rejectSeverityRule: ({ params }, { caller }) => this.decide(params.ruleId, 'rejected', caller),
  };

  private decide(id: string, verdict: 'active' | 'rejected', caller: Caller): Promise<SeverityRuleView> {
    return transaction(this.db, async (tx) => {
      await decideVersion(tx, 'severity_rule', id, verdict, caller, this.approval.rules, this.clock.now());
      return readSeverities(tx, id);
    });
  }
}
