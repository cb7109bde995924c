import { Controller } from '@nestjs/common';
import { Clock, Implements } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { getBacklog, readBacklog } from './backlog.js';

/** Lets an operator, or a rehearsal, see whether work is left. */
@Controller()
export class BacklogController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  @Implements(getBacklog)
  read() {
    return readBacklog(this.db, this.clock.now());
  }
}
