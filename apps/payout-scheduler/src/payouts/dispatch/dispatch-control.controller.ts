import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { acknowledgeFindings } from './acknowledge-findings/acknowledge-findings.js';
import { coverOfRuns, totalCover } from '../payout-store/balance-cover.js';
import { readControl, readFindings } from './dispatch-control/read-control.js';
import { haltDispatch } from './halt-dispatch/halt-dispatch.js';
import { Policy } from '../../terms/policy.js';
import { resumeDispatch } from './resume-dispatch/resume-dispatch.js';

@Serves(contract.dispatchControlContract)
export class DispatchControlController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  /** The control with the cover of everything that may be sent. */
  private readonly control = async () => {
    const { calendar } = await this.policy.current();
    const runs = await coverOfRuns(this.db, calendar, this.clock.now());
    return { ...(await readControl(this.db)), cover: totalCover(runs, ({ state }) => state !== 'draft') };
  };

  readonly handlers: Handlers<typeof contract.dispatchControlContract> = {
    getDispatchControl: () => this.control(),
    haltDispatch: async ({ body }, { caller }) => {
      await transaction(this.db, (tx) => haltDispatch(tx, body.reason, caller, this.clock.now()));
      return this.control();
    },
    resumeDispatch: async ({ body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) => resumeDispatch(tx, body.reason, caller, approval, this.clock.now()));
      return this.control();
    },
    listFindings: ({ query }) => readFindings(this.db, query),
    acknowledgeFindings: async ({ body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) => acknowledgeFindings(tx, body, caller, approval, this.clock.now()));
      return this.control();
    },
  };
}
