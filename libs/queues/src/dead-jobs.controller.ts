import { Controller } from '@nestjs/common';
import { Refusal, type Input, type Output } from '@jeongsan/http-contract';
import { CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import * as contract from './dead-jobs.contract.js';
import { isDead, readDeadJobs, readRevivals, revive, superseded } from './dead-jobs.js';
import { OutboxRelay } from './outbox-relay.js';

/** Lists dead jobs, and revives them. */
@Controller()
export class DeadJobsController {
  constructor(
    private readonly db: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  @Implements(contract.listDeadJobs)
  list(
    @Decoded(contract.listDeadJobs) { query }: Input<typeof contract.listDeadJobs>,
  ): Promise<Output<typeof contract.listDeadJobs>> {
    return readDeadJobs(this.db, query);
  }

  @Implements(contract.reviveDeadJob)
  async revive(
    @Decoded(contract.reviveDeadJob) { params: { id } }: Input<typeof contract.reviveDeadJob>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.reviveDeadJob>> {
    if ((await revive(this.db, { id }, caller.actor)) === 0) {
      if (await isDead(this.db, id)) throw superseded();
      throw new Refusal(404, 'DEAD_JOB_NOT_FOUND', `No dead job has the id ${id}`);
    }
    this.relay.kick();
    return { id };
  }

  @Implements(contract.reviveDeadJobs)
  async reviveAll(
    @Decoded(contract.reviveDeadJobs) { body: { job } }: Input<typeof contract.reviveDeadJobs>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.reviveDeadJobs>> {
    const revived = await revive(this.db, { job }, caller.actor);
    this.relay.kick();
    return { job, revived };
  }

  @Implements(contract.listRevivals)
  revivals(
    @Decoded(contract.listRevivals) { query }: Input<typeof contract.listRevivals>,
  ): Promise<Output<typeof contract.listRevivals>> {
    return readRevivals(this.db, query);
  }
}
