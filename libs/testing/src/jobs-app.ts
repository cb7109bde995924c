import { Processor } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { enqueue } from '@jeongsan/database';
import type { Handlers, JobName } from '@jeongsan/messaging';
import { baseEnv, createApp, parseEnv } from '@jeongsan/nest-kit';
import { DatabaseModule } from '@jeongsan/nest-platform';
import { JobWorker, QueuesModule, SCHEDULES, type Schedule } from '@jeongsan/queues';
import { operationsContract } from '@jeongsan/platform-contract';
import { apiKeysOf } from './api-keys.js';
import { testSeal } from './test-seal.js';

/** The handler of this test's jobs, and the number of runs of each job over all apps of the test. */
export class Script {
  readonly runs = new Map<string, number>();
  /** Called with the job's subject and the number of the run. */
  behave: (subject: string, run: number) => Promise<void> = async () => undefined;

  play = async (subject: string): Promise<void> => {
    const run = (this.runs.get(subject) ?? 0) + 1;
    this.runs.set(subject, run);
    await this.behave(subject, run);
  };
}

export type JobsAppOptions = Readonly<{
  databaseUrl: string;
  redisUrl: string;
  script: Script;
  role?: 'http' | 'worker' | 'all';
  /** False: the app uses the machine's clock. Default: the tests' clock. */
  controlledClock?: boolean;
  republishAfterMs?: number;
  /** Time limit of a run of this app's jobs. Default: the limit of the queue. */
  timeLimitMs?: number;
  schedules?: readonly Schedule[];
}>;

export const OPERATOR_KEY = 'operator-key';
export const VIEWER_KEY = 'viewer-key';

/** A small app with one worker, built from the platform's own modules: a service without business logic. */
export async function jobsApp(options: JobsAppOptions): Promise<NestFastifyApplication> {
  const { script, role = 'all', controlledClock = true, republishAfterMs = 400, schedules = [] } = options;

  @Processor('sellers', { concurrency: 20 })
  class SellersWorker extends JobWorker<'sellers'> {
    protected override readonly handlers: Handlers<'sellers'> = {
      'seller.register': ({ sellerId }) => script.play(sellerId),
      'seller.observe': ({ providerSellerId }) => script.play(providerSellerId),
      'seller-data.keep': ({ date }) => script.play(date),
    };

    protected override timeLimitMs(job: JobName): number {
      return options.timeLimitMs ?? super.timeLimitMs(job);
    }
  }

  @Module({
    imports: [
      DatabaseModule.forRoot({
        url: options.databaseUrl,
        poolSize: 10,
        applicationName: 'jobs-app',
        controlledClock,
        isProduction: false,
        seal: testSeal,
      }),
      QueuesModule.forRoot({ redisUrl: options.redisUrl, role, republishAfterMs }),
    ],
    providers: [SellersWorker, { provide: SCHEDULES, useValue: schedules }],
  })
  class JobsModule {}

  const API_KEYS = apiKeysOf([
    { id: 'kim', key: OPERATOR_KEY, roles: ['operator'] },
    { id: 'lee', key: VIEWER_KEY, roles: ['viewer'] },
  ]);
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', ROLE: role, API_KEYS });
  const app = await createApp({ module: JobsModule, env, title: 'jobs', contract: operationsContract });
  await app.init();
  return app;
}

/** A schedule that starts one job per period, named after the period. */
export const daily = (name: string, firstRunAt: Date): Schedule => ({
  name,
  firstRunAt: () => firstRunAt,
  following: (due) => new Date(due.getTime() + 24 * 3_600_000),
  run: (tx, dueAt, now) =>
    enqueue(tx, 'seller.register', { sellerId: `${name}/${dueAt.toISOString().slice(0, 10)}` }, now),
});
