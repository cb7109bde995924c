import { Module } from '@nestjs/common';
import { createCalendar } from '@jeongsan/calendar';
import { httpSend } from '@jeongsan/http-contract';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient } from '@jeongsan/provider-client';
import { DatabaseModule, QueuesModule, SCHEDULES } from '@jeongsan/queues';
import { env } from './env.js';
import { PayoutsController } from './payouts.controller.js';
import { PayoutsWorker } from './payouts.worker.js';
import { Policy } from './policy.js';
import { askingFirst, Provider } from './provider.js';
import { RunsController } from './runs.controller.js';
import { schedules } from './schedules.js';
import { TermsController } from './terms.controller.js';

const provider = (clock: Clock): Provider => {
  const network = httpSend({ maxSockets: 16, maxReplyBytes: 32 * 1024 * 1024 });
  const reach = (send: typeof network) =>
    createProviderClient({
      baseUrl: env.PROVIDER_BASE_URL,
      secretKey: env.PROVIDER_SECRET_KEY,
      securityKeys: env.PROVIDER_SECURITY_KEYS,
      now: () => clock.now(),
      send,
    });
  return { api: reach(network), fenced: (mayWrite) => reach(askingFirst(network, mayWrite)) };
};

const policy = new Policy({
  calendar: createCalendar(),
  approvalThreshold: env.APPROVAL_THRESHOLD,
  minimumPayout: env.MINIMUM_PAYOUT,
  weeklyLimit: env.WEEKLY_LIMIT,
  dispatchAt: env.DISPATCH_AT,
  settleSeconds: env.SETTLE_SECONDS,
  sendingTimeoutSeconds: env.SENDING_TIMEOUT_SECONDS,
  transactionDescription: env.TRANSACTION_DESCRIPTION,
});

@Module({
  imports: [
    DatabaseModule.forRoot({
      url: env.DATABASE_URL,
      poolSize: 12,
      applicationName: 'payout-scheduler',
      controlledClock: env.CONTROLLED_CLOCK,
    }),
    QueuesModule.forRoot({ redisUrl: env.REDIS_URL, role: env.ROLE, republishAfterMs: env.REPUBLISH_AFTER_MS }),
  ],
  controllers: [TermsController, RunsController, PayoutsController],
  providers: [
    { provide: Provider, useFactory: provider, inject: [Clock] },
    { provide: Policy, useValue: policy },
    { provide: SCHEDULES, useValue: schedules },
    ...(env.ROLE === 'http' ? [] : [PayoutsWorker]),
  ],
})
export class AppModule {}
