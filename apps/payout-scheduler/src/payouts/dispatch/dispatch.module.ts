import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, Metrics, READINGS } from '@jeongsan/nest-kit';
import { providerCalls } from '@jeongsan/nest-platform';
import { SCHEDULES, WAITING, type WaitingSource } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import type { Env } from '../../env.js';
import { Policy } from '../../terms/policy.js';
import { RestoreGuard } from './compare-provider/restore-guard.js';
import { connectProvider } from './connect-provider.js';
import { DispatchControlController } from './dispatch-control.controller.js';
import { coverOfRuns } from '../payout-store/balance-cover.js';
import { controlReading } from './dispatch-control/control-reading.js';
import { payoutReading } from '../payout-store/payout-reading.js';
import { balancePause, readPauses } from './dispatch-control/read-control.js';
import { HeadroomController } from './headroom.controller.js';
import { pollPayoutsSchedule } from './observe-payout/poll-payouts.schedule.js';
import { ParkedController } from './parked.controller.js';
import { Provider } from './provider.js';

export const dispatchControllers = [DispatchControlController, ParkedController, HeadroomController] as const;

/**
 * Sending payouts exactly once: the connection to the provider, what stops sending, the comparison with the provider's
 * records, and payouts whose outcome people decide. Imports `payout-store`.
 */
@Module({})
export class DispatchModule {
  static for(env: Env): DynamicModule {
    return {
      module: DispatchModule,
      controllers: [...dispatchControllers],
      providers: [
        { provide: READINGS, useValue: [payoutReading, controlReading] },
        {
          provide: Provider,
          useFactory: ({ now }: Clock, metrics: Metrics) => connectProvider(env, now, providerCalls(metrics)),
          inject: [Clock, Metrics],
        },
        { provide: RestoreGuard, useFactory: guardOf(env), inject: [DataSource, Provider, Policy, Clock] },
        { provide: SCHEDULES, useValue: [pollPayoutsSchedule] },
        { provide: WAITING, useFactory: waitingOf, inject: [DataSource, Policy, Clock] },
      ],
      exports: [Provider, RestoreGuard],
    };
  }
}

const guardOf =
  (env: Env) =>
  (db: DataSource, provider: Provider, policy: Policy, { now }: Clock): RestoreGuard =>
    new RestoreGuard(db, provider.api, env.GUARD_DAYS, () => policy.current(), now);

/** Runs that wait for a person, a limit or funds; the backlog metric shows them beside the waiting jobs. */
const waitingOf =
  (db: DataSource, policy: Policy, { now }: Clock): WaitingSource =>
  async () => {
    const paused = await readPauses(db);
    const { calendar } = await policy.current();
    const short = (await coverOfRuns(db, calendar, now())).flatMap((run) => {
      const pause = paused.some(({ runId }) => runId === run.runId) ? null : balancePause(run);
      return pause === null ? [] : [{ runId: run.runId, ...pause }];
    });
    return [...paused, ...short].map(({ runId, ...pause }) => ({ subject: `payout-run/${runId}`, ...pause }));
  };
