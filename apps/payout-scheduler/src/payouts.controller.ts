import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { placeHold, releaseHold } from './place-hold/place-hold.js';
import { readPayouts, readSellerPositions, readStatements } from './read-payouts/read-payouts.js';

@Controller()
export class PayoutsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

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

  @Implements(contract.placeHold)
  place(
    @Decoded(contract.placeHold) { params, body }: Input<typeof contract.placeHold>,
  ): Promise<Output<typeof contract.placeHold>> {
    return transaction(this.db, (tx) =>
      placeHold(tx, params.sellerId, body.reason, body.detail ?? null, this.clock.now()),
    );
  }

  @Implements(contract.releaseHold)
  release(
    @Decoded(contract.releaseHold) { params }: Input<typeof contract.releaseHold>,
  ): Promise<Output<typeof contract.releaseHold>> {
    return transaction(this.db, (tx) => releaseHold(tx, params.holdId, this.clock.now()));
  }
}
