import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { dryRun } from './dry-run/dry-run.js';
import { forecastCash } from './forecast-cash/forecast-cash.js';
import { Policy } from '../terms/policy.js';

@Serves(contract.forecastsContract)
export class ForecastsController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.forecastsContract> = {
    forecastCash: async ({ query }) => {
      const { calendar } = await this.policy.current();
      return forecastCash(this.reads, calendar, this.clock.now(), query.days);
    },
    dryRun: async ({ body }) => dryRun(this.db, body, await this.policy.current(), this.clock.now()),
  };
}
