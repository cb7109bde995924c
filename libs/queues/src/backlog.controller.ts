import { Controller } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Clock, Implements } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { getBacklog, readBacklog, type Backlog } from './backlog.js';
import { WAITING, type WaitingSource } from './waiting.js';

/** Serves the backlog, for operators and rehearsals. */
@Controller()
export class BacklogController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
  ) {}

  @Implements(getBacklog)
  async read(): Promise<Backlog> {
    const sources = this.modules.get<WaitingSource>(WAITING, { strict: false, each: true });
    const waiting = await Promise.all(sources.map((source) => source()));
    return { ...(await readBacklog(this.db, this.clock.now())), waitingForPerson: waiting.flat() };
  }
}
