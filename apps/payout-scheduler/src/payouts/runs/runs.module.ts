import { Module } from '@nestjs/common';
import { READINGS } from '@jeongsan/nest-kit';
import { SCHEDULES } from '@jeongsan/queues';
import { RunOverridesController } from './run-overrides.controller.js';
import { Policy } from '../../terms/policy.js';
import { runReading } from './run-reading.js';
import { runSchedules } from './runs.schedules.js';
import { RunsController } from './runs.controller.js';

export const runsControllers = [RunsController, RunOverridesController] as const;

/** Which payouts are made: a run is drafted, previewed, approved or rejected. Imports `payout-store` and `dispatch`. */
@Module({
  controllers: [...runsControllers],
  providers: [
    { provide: SCHEDULES, useValue: runSchedules },
    { provide: READINGS, useFactory: ({ value }: Policy) => [runReading(value.dispatchAt)], inject: [Policy] },
  ],
})
export class RunsModule {}
