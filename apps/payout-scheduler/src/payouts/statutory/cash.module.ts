import { Module, type DynamicModule } from '@nestjs/common';
import { READINGS } from '@jeongsan/nest-kit';
import { SCHEDULES } from '@jeongsan/queues';
import type { Env } from '../../env.js';
import { cashReading, deadlineReading, segregationReading } from './cash-reading.js';
import { cashSchedules } from './cash.schedules.js';
import { CashWorker } from './cash.worker.js';
import { StatutoryController } from './statutory.controller.js';

export const cashControllers = [StatutoryController] as const;

/**
 * What the law says about sellers' money: the deadline of each order line, and the amount that must be kept apart, against the
 * balance at the provider. Imports `payouts`.
 */
@Module({})
export class CashModule {
  static for(env: Env, payouts: DynamicModule): DynamicModule {
    return {
      module: CashModule,
      imports: [payouts],
      controllers: [...cashControllers],
      providers: [
        { provide: SCHEDULES, useValue: cashSchedules },
        { provide: READINGS, useValue: [cashReading, deadlineReading, segregationReading] },
        ...(env.ROLE === 'http' ? [] : [CashWorker]),
      ],
    };
  }
}
