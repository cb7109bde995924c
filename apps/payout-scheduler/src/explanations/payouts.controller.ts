import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { readBatch, readBatches } from './read-payouts/read-batches.js';
import { readPayout, readPayouts, readSellerPositions, readStatements } from './read-payouts/read-payouts.js';

@Serves(contract.payoutViewsContract)
export class PayoutsController {
  constructor(private readonly db: DataSource) {}

  readonly handlers: Handlers<typeof contract.payoutViewsContract> = {
    listPayoutViews: ({ query }) => readPayouts(this.db, query),
    getPayoutView: ({ params }) => readPayout(this.db, params.payoutId),
    listBatches: ({ query }) => readBatches(this.db, query),
    getBatch: ({ params }) => readBatch(this.db, params.batchId),
    listStatements: ({ query }) => readStatements(this.db, query),
    listSellerPositions: ({ query }) => readSellerPositions(this.db, query),
  };
}
