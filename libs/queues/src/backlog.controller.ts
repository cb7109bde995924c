import { Controller } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Refusal, type Input } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { getBacklog, readBacklog, revive, reviveDeadJob, type Backlog } from './backlog.js';
import { OutboxRelay } from './outbox-relay.js';
import { WAITING, type WaitingSource } from './waiting.js';

/** Lets an operator, or a rehearsal, see whether work is left. */
@Controller()
export class BacklogController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly relay: OutboxRelay,
    private readonly modules: ModuleRef,
  ) {}

  @Implements(getBacklog)
  async read(): Promise<Backlog> {
    const sources = this.modules.get<WaitingSource>(WAITING, { strict: false, each: true });
    const waiting = await Promise.all(sources.map((source) => source()));
    return { ...(await readBacklog(this.db, this.clock.now())), waitingForPerson: waiting.flat() };
  }

  @Implements(reviveDeadJob)
  async revive(@Decoded(reviveDeadJob) { params }: Input<typeof reviveDeadJob>) {
    if (!(await revive(this.db, params.id)))
      throw new Refusal(404, 'DEAD_JOB_NOT_FOUND', `No dead job has the id ${params.id}`);
    this.relay.kick();
    return { id: params.id };
  }
}
