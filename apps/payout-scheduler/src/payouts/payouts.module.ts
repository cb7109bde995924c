import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '../env.js';
import { dispatchControllers, DispatchModule } from './dispatch/dispatch.module.js';
import { PayoutsWorker } from './payouts.worker.js';
import { runsControllers, RunsModule } from './runs/runs.module.js';

export const payoutsControllers = [...runsControllers, ...dispatchControllers] as const;

/**
 * Runs and their payouts, in three parts: `payout-store` reads and writes runs, batches and payouts; `dispatch` sends them;
 * `runs` decides which are made. The worker stands above them, since one queue has the jobs of all. Imports `closing` and
 * `terms`.
 */
@Module({})
export class PayoutsModule {
  static for(env: Env): DynamicModule {
    const dispatch = DispatchModule.for(env);
    return {
      module: PayoutsModule,
      imports: [RunsModule, dispatch],
      exports: [dispatch],
      providers: env.ROLE === 'http' ? [] : [PayoutsWorker],
    };
  }
}
