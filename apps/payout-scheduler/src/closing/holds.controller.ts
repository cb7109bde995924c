import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { assertSellerKnown } from '../terms/known-seller.js';
import { overridePayout, readOverrides } from './override-payout/override-payout.js';
import { requestHold } from './place-hold/place-hold.js';
import { readHold, readHolds } from './read-balances/read-holds.js';
import { Policy } from '../terms/policy.js';
import { releaseHold } from './release-hold/release-hold.js';

@Serves(contract.holdsContract)
export class HoldsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.holdsContract> = {
    placeHold: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => requestHold(tx, params.sellerId, body, caller, this.clock.now())),
    releaseHold: ({ params }, { caller }) =>
      transaction(this.db, (tx) => releaseHold(tx, params.holdId, caller, this.clock.now())),
    listSellerHolds: async ({ params, query }) => {
      await assertSellerKnown(this.db, params.sellerId);
      return readHolds(this.db, { ...query, sellerId: params.sellerId });
    },
    listHolds: ({ query }) => readHolds(this.db, query),
    getHold: ({ params }) => readHold(this.db, params.holdId),
    overridePayout: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => overridePayout(tx, params.sellerId, body, caller, this.policy, this.clock.now())),
    listPayoutOverrides: async ({ params, query }) => {
      await assertSellerKnown(this.db, params.sellerId);
      return readOverrides(this.db, params.sellerId, query);
    },
  };
}
