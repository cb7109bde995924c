import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { readPayouts, readSellerPositions, readStatements } from './read-payouts/read-payouts.js';

@Serves(contract.payoutViewsContract)
export class PayoutsController {
  constructor(private readonly db: DataSource) {}

  readonly handlers: Handlers<typeof contract.payoutViewsContract> = {
    listPayoutViews: ({ query }) => readPayouts(this.db, query),
    listStatements: ({ query }) => readStatements(this.db, query),
    listSellerPositions: ({ query }) => readSellerPositions(this.db, query),
  };
}
