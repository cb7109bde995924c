import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { assertSellerKnown } from '../terms/known-seller.js';
import { overridePayout, readOverrides } from './override-payout/override-payout.js';
import { requestHold } from './place-hold/place-hold.js';
import { readHolds } from './read-balances/read-holds.js';
import { Policy } from '../terms/policy.js';
import { releaseHold } from './release-hold/release-hold.js';

@Controller()
export class HoldsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.placeHold)
  place(
    @Decoded(contract.placeHold) { params, body }: Input<typeof contract.placeHold>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.placeHold>> {
    return transaction(this.db, (tx) => requestHold(tx, params.sellerId, body, caller.actor, this.clock.now()));
  }

  @Implements(contract.releaseHold)
  release(
    @Decoded(contract.releaseHold) { params }: Input<typeof contract.releaseHold>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.releaseHold>> {
    return transaction(this.db, (tx) => releaseHold(tx, params.holdId, caller.actor, this.clock.now()));
  }

  @Implements(contract.listSellerHolds)
  async ofSeller(
    @Decoded(contract.listSellerHolds) { params, query }: Input<typeof contract.listSellerHolds>,
  ): Promise<Output<typeof contract.listSellerHolds>> {
    await assertSellerKnown(this.db, params.sellerId);
    return readHolds(this.db, { ...query, sellerId: params.sellerId });
  }

  @Implements(contract.listHolds)
  list(
    @Decoded(contract.listHolds) { query }: Input<typeof contract.listHolds>,
  ): Promise<Output<typeof contract.listHolds>> {
    return readHolds(this.db, query);
  }

  @Implements(contract.overridePayout)
  override(
    @Decoded(contract.overridePayout) { params, body }: Input<typeof contract.overridePayout>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.overridePayout>> {
    return transaction(this.db, (tx) =>
      overridePayout(tx, params.sellerId, body, caller, this.policy, this.clock.now()),
    );
  }

  @Implements(contract.listPayoutOverrides)
  async overrides(
    @Decoded(contract.listPayoutOverrides) { params, query }: Input<typeof contract.listPayoutOverrides>,
  ): Promise<Output<typeof contract.listPayoutOverrides>> {
    await assertSellerKnown(this.db, params.sellerId);
    return readOverrides(this.db, params.sellerId, query);
  }
}
