import { Controller } from '@nestjs/common';
import { Refusal, type Input } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { getBacklog, readBacklog, revive, reviveDeadJob } from './backlog.js';
import { OutboxRelay } from './outbox-relay.js';

/** Lets an operator, or a rehearsal, see whether work is left. */
@Controller()
export class BacklogController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly relay: OutboxRelay,
  ) {}

  @Implements(getBacklog)
  read() {
    return readBacklog(this.db, this.clock.now());
  }

  @Implements(reviveDeadJob)
  async revive(@Decoded(reviveDeadJob) { params }: Input<typeof reviveDeadJob>) {
    if (!(await revive(this.db, params.id)))
      throw new Refusal(404, 'DEAD_JOB_NOT_FOUND', `No dead job has the id ${params.id}`);
    this.relay.kick();
    return { id: params.id };
  }
}
