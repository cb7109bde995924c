import { Module } from '@nestjs/common';
import { SCHEDULES } from '@jeongsan/queues';
import { RunOverridesController } from './run-overrides.controller.js';
import { runSchedules } from './runs.schedules.js';
import { RunsController } from './runs.controller.js';

export const runsControllers = [RunsController, RunOverridesController] as const;

/** Which payouts are made: a run is drafted, previewed, approved or rejected. Imports `payout-store` and `dispatch`. */
@Module({
  controllers: [...runsControllers],
  providers: [{ provide: SCHEDULES, useValue: runSchedules }],
})
export class RunsModule {}
