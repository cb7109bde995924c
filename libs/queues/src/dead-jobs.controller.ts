import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { deadJobsContract, refuse } from '@jeongsan/platform-contract';
import { discard, isDead, readDeadJobs, readRevivals, revive, superseded } from './dead-jobs.js';
import { OutboxRelay } from './outbox-relay.js';
import { readJob, readJobs } from './read-jobs.js';

/** Lists jobs, and revives or discards dead ones. */
@Serves(deadJobsContract)
export class DeadJobsController {
  constructor(
    private readonly db: DataSource,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof deadJobsContract> = {
    listJobs: ({ query }) => readJobs(this.db, query, this.clock.now()),
    getJob: ({ params }) => readJob(this.db, params.id, this.clock.now()),
    listDeadJobs: ({ query }) => readDeadJobs(this.db, query),
    reviveDeadJob: async ({ params: { id } }, { caller }) => {
      if ((await revive(this.db, { id }, caller, this.clock.now())) === 0) {
        if (await isDead(this.db, id)) throw superseded();
        throw notFound(id);
      }
      this.relay.kick();
      return { id };
    },
    reviveDeadJobs: async ({ body: { job } }, { caller }) => {
      const revived = await revive(this.db, { job }, caller, this.clock.now());
      this.relay.kick();
      return { job, revived };
    },
    discardDeadJob: async ({ params: { id }, body: { reason } }, { caller: author }) => {
      if (!(await discard(this.db, id, { author, reason, now: this.clock.now() }))) throw notFound(id);
      return { id };
    },
    listRevivals: ({ query }) => readRevivals(this.db, query),
  };
}

const notFound = (id: string) => refuse('DEAD_JOB_NOT_FOUND', `No dead job has the id ${id}`);
