import { ModuleRef } from '@nestjs/core';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { backlogContract } from '@jeongsan/platform-contract';
import { readBacklog } from './backlog.js';
import { WAITING, type WaitingSource } from './waiting.js';

/** Serves the backlog, for operators and rehearsals. */
@Serves(backlogContract)
export class BacklogController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
  ) {}

  readonly handlers: Handlers<typeof backlogContract> = {
    getBacklog: async () => {
      const sources = this.modules.get<WaitingSource>(WAITING, { strict: false, each: true });
      const waiting = await Promise.all(sources.map((source) => source()));
      return { ...(await readBacklog(this.db, this.clock.now())), waitingForPerson: waiting.flat() };
    },
  };
}
