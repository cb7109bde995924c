import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves, SharedReads } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { coverOfRuns } from '../payout-store/balance-cover.js';
import { balancePause } from '../dispatch/dispatch-control/read-control.js';
import { runWaits } from '../waiting/run-waiting.js';
import { approveRun } from './approve-run/approve-run.js';
import { dispatchNow } from './dispatch-now/dispatch-now.js';
import { Policy } from '../../terms/policy.js';
import { previewRun } from './preview-run/preview-run.js';
import { readLeftOut } from './preview-run/read-left-out.js';
import { readRun, readRunDetail, readRuns } from './read-runs/read-runs.js';
import { requestRun } from './request-run/request-run.js';
import { readProgress } from './watch-run/read-progress.js';
import { rejectRun } from './withdraw-run/withdraw-run.js';
import { tellRun } from '../payout-store/tell-story.js';

@Serves(contract.runsContract)
export class RunsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  private readonly progress = new SharedReads({
    read: (runId) => readProgress(this.db, runId),
    isLast: ({ finished }) => finished,
  });

  private readonly coverOf = async (runId: string) => {
    const { calendar } = await this.policy.current();
    return (await coverOfRuns(this.db, calendar, this.clock.now())).find((run) => run.runId === runId);
  };

  readonly handlers: Handlers<typeof contract.runsContract> = {
    listRuns: async ({ query }) => {
      const page = await readRuns(this.db, query);
      const waits = await runWaits(
        this.db,
        page.items.map(({ id }) => id),
        this.clock.now(),
      );
      return { ...page, items: page.items.map((run) => ({ ...run, waiting: waits.get(run.id) ?? null })) };
    },
    requestRun: ({ body }, { caller }) =>
      transaction(this.db, async (tx) => {
        const runId = await requestRun(tx, body.businessDate, caller, this.clock.now(), body.reason);
        return readRun(tx, runId);
      }),
    watchRun: ({ params }) => this.progress.listen(params.runId),
    getRun: async ({ params }) => {
      const run = await readRunDetail(this.db, params.runId);
      const cover = await this.coverOf(params.runId);
      const waiting = (await runWaits(this.db, [run.id], this.clock.now())).get(run.id) ?? null;
      const short = balancePause(cover);
      return {
        ...run,
        pausedBy: run.pausedBy ?? short,
        cover: cover ?? null,
        // Only here, because whether the balance covers a run is worked out over all runs.
        waiting: waiting && short && !run.pausedBy ? { ...waiting, for: short.reason, text: short.text } : waiting,
      };
    },
    previewRun: async ({ params }) => {
      const preview = await previewRun(this.db, params.runId, this.policy.value.outliers);
      return { ...preview, cover: (await this.coverOf(params.runId)) ?? null };
    },
    listLeftOut: ({ params, query }) => readLeftOut(this.db, params.runId, query),
    approveRun: async ({ params, body }, { caller }) => {
      const policy = await this.policy.current();
      const approver = { kind: 'person', caller, rules: this.policy.approval } as const;
      await transaction(this.db, (tx) =>
        approveRun(tx, params.runId, body.contentHash, approver, policy, this.clock.now()),
      );
      tellRun(params.runId, 'approved');
      return readRun(this.db, params.runId);
    },
    dispatchRun: async ({ params, body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) =>
        dispatchNow(tx, params.runId, body.reason, caller, approval, this.clock.now()),
      );
      return readRun(this.db, params.runId);
    },
    rejectRun: async ({ params, body }, { caller }) => {
      await transaction(this.db, (tx) => rejectRun(tx, params.runId, caller, body?.reason, this.clock.now()));
      return readRun(this.db, params.runId);
    },
  };
}
