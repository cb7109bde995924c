import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { explainPayout } from './explain-payout/explain-payout.js';

@Controller()
export class ExplanationsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  @Implements(contract.explainPayout)
  payout(
    @Decoded(contract.explainPayout) { params, query }: Input<typeof contract.explainPayout>,
  ): Promise<Output<typeof contract.explainPayout>> {
    return explainPayout(this.db, params.payoutId, query);
  }
}
