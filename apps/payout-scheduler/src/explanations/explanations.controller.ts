import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { balanceAt } from './balance-at/balance-at.js';
import { runsShortOfFunds } from '../payouts/payout-store/balance-cover.js';
import { explainOrder } from './explain-order/explain-order.js';
import { explainPayout } from './explain-payout/explain-payout.js';
import { Policy } from '../terms/policy.js';

@Serves(contract.explanationsContract)
export class ExplanationsController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.explanationsContract> = {
    explainPayout: async ({ params, query }) => {
      const { calendar } = await this.policy.current();
      const shortRuns = await runsShortOfFunds(this.db, calendar, this.clock.now());
      return explainPayout(this.db, params.payoutId, query, shortRuns);
    },
    explainOrder: async ({ params, query }) =>
      explainOrder(this.db, params.orderId, query, await this.policy.current(), this.clock.now()),
    explainSellerBalance: async ({ params, query }) =>
      balanceAt(this.db, params.sellerId, query, await this.policy.current(), this.clock.now()),
  };
}
