import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { readPayouts, readSellerPositions, readStatements } from './read-payouts/read-payouts.js';

@Controller()
export class PayoutsController {
  constructor(private readonly db: DataSource) {}

  @Implements(contract.listPayoutViews)
  payouts(
    @Decoded(contract.listPayoutViews) { query }: Input<typeof contract.listPayoutViews>,
  ): Promise<Output<typeof contract.listPayoutViews>> {
    return readPayouts(this.db, query);
  }

  @Implements(contract.listStatements)
  statements(
    @Decoded(contract.listStatements) { query }: Input<typeof contract.listStatements>,
  ): Promise<Output<typeof contract.listStatements>> {
    return readStatements(this.db, query);
  }

  @Implements(contract.listSellerPositions)
  positions(
    @Decoded(contract.listSellerPositions) { query }: Input<typeof contract.listSellerPositions>,
  ): Promise<Output<typeof contract.listSellerPositions>> {
    return readSellerPositions(this.db, query);
  }
}
