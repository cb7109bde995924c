import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { dryRun } from './dry-run/dry-run.js';
import { forecastCash } from './forecast-cash/forecast-cash.js';
import { Policy } from '../terms/policy.js';

@Controller()
export class ForecastsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.forecastCash)
  async cash(
    @Decoded(contract.forecastCash) { query }: Input<typeof contract.forecastCash>,
  ): Promise<Output<typeof contract.forecastCash>> {
    const { calendar } = await this.policy.current();
    return forecastCash(this.db, calendar, this.clock.now(), query.days);
  }

  @Implements(contract.dryRun)
  async dry(
    @Decoded(contract.dryRun) { body }: Input<typeof contract.dryRun>,
  ): Promise<Output<typeof contract.dryRun>> {
    return dryRun(this.db, body, await this.policy.current(), this.clock.now());
  }
}
