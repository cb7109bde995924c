import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { runOverridesContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../../terms/policy.js';
import { overrideRun } from './override-run/override-run.js';

@Serves(runOverridesContract)
export class RunOverridesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof runOverridesContract> = {
    overrideRun: ({ params, body }, { caller }) => {
      const { approval } = this.policy;
      return transaction(this.db, (tx) => overrideRun(tx, params.runId, body, caller, approval, this.clock.now()));
    },
  };
}
