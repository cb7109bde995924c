import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { withWaits } from '../payouts/waiting/payout-waiting.js';
import { readBatch, readBatches } from './read-payouts/read-batches.js';
import { readPayout, readPayouts, readSellerPositions, readStatements } from './read-payouts/read-payouts.js';

@Serves(contract.payoutViewsContract)
export class PayoutsController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof contract.payoutViewsContract> = {
    listPayoutViews: async ({ query }) => {
      const page = await readPayouts(this.db, query);
      return { ...page, items: await withWaits(this.db, page.items, this.clock.now()) };
    },
    getPayoutView: async ({ params }) => {
      const [payout] = await withWaits(this.db, [await readPayout(this.db, params.payoutId)], this.clock.now());
      if (!payout) throw new Error('One payout was read');
      return payout;
    },
    listBatches: ({ query }) => readBatches(this.db, query),
    getBatch: async ({ params }) => {
      const batch = await readBatch(this.db, params.batchId);
      return { ...batch, payouts: await withWaits(this.db, batch.payouts, this.clock.now()) };
    },
    listStatements: ({ query }) => readStatements(this.db, query),
    listSellerPositions: ({ query }) => readSellerPositions(this.db, query),
  };
}
