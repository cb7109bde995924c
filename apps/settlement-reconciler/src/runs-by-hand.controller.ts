import { authorOf } from '@jeongsan/audit';
import { Clock, type Handlers, Serves, SharedReads } from '@jeongsan/nest-kit';
import { runsByHandContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { cancelHandRun } from './run-by-hand/cancel-hand-run.js';
import { listHandRuns, readHandRun } from './run-by-hand/read-hand-runs.js';
import { requestHandRun } from './run-by-hand/request-hand-run.js';

/** Reconciliations, matches and proofs that a person asks for. */
@Serves(runsByHandContract)
export class RunsByHandController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  private readonly progress = new SharedReads({
    read: async (runId) => {
      const run = await readHandRun(this.db, runId);
      return { ...run, finished: run.finishedAt !== null };
    },
    isLast: ({ finished }) => finished,
  });

  readonly handlers: Handlers<typeof runsByHandContract> = {
    requestHandRun: ({ body }, { caller }) => requestHandRun(this.db, body, authorOf(caller), this.clock.now()),
    cancelHandRun: ({ params, body }, { caller }) =>
      cancelHandRun(this.db, params.runId, body.reason, authorOf(caller), this.clock.now()),
    getHandRun: ({ params }) => readHandRun(this.db, params.runId),
    watchHandRun: ({ params }) => this.progress.listen(params.runId),
    listHandRuns: ({ query }) => listHandRuns(this.db, query),
  };
}
