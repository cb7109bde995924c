import { businessDateOf } from '@jeongsan/calendar';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { runsShortOfFunds } from '../payouts/payout-store/balance-cover.js';
import { Policy } from '../terms/policy.js';
import { readSellerEvents } from './read-events/seller-events.js';
import { readMoney } from './read-money/read-money.js';
import { explainSellerPayout } from './read-payouts/explain-seller-payout.js';
import { readSellerPayouts, type ShortRuns } from './read-payouts/seller-payouts.js';
import { readSellerStatements, writeSellerStatement } from './read-statements/seller-statements.js';

/** Every handler takes the seller from the link (`call.seller`): no parameter of these endpoints names one. */
@Serves(contract.sellerPageContract)
export class SellerPageController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.sellerPageContract> = {
    getSellerPageOwner: (_, { seller }) => {
      const now = this.clock.now();
      return { ...seller, now, today: businessDateOf(now), timeZone: 'Asia/Seoul', currency: 'KRW' };
    },
    getSellerPageMoney: async ({ query }, { seller }) => {
      const policy = await this.policy.current();
      return this.db.transaction('REPEATABLE READ', (tx) =>
        readMoney(tx, seller.sellerId, query.lang, policy, this.clock.now()),
      );
    },
    listSellerPagePayouts: async ({ query }, { seller }) =>
      readSellerPayouts(this.db, seller.sellerId, query, await this.shortRuns()),
    explainSellerPagePayout: async ({ params, query }, { seller }) =>
      explainSellerPayout(this.db, seller.sellerId, params.payoutId, query, await this.shortRuns()),
    listSellerPageStatements: ({ query }, { seller }) => readSellerStatements(this.db, seller.sellerId, query),
    getSellerPageDocument: ({ params, query }, { seller }) =>
      writeSellerStatement(this.db, seller.sellerId, params.statementId, query),
    listSellerPageEvents: async (_, { seller }) => ({ items: await readSellerEvents(this.db, seller.sellerId) }),
  };

  private async shortRuns(): Promise<ShortRuns> {
    const { calendar } = await this.policy.current();
    return runsShortOfFunds(this.db, calendar, this.clock.now());
  }
}
