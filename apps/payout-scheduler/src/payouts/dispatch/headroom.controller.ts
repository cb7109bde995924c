import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { payoutHeadroomContract } from '@jeongsan/platform-contract';
import { Policy } from '../../terms/policy.js';
import { coverOfRuns, totalCover } from '../payout-store/balance-cover.js';
import { readHeadroom } from './read-headroom/read-headroom.js';
import { readLimitedSellers } from './read-headroom/read-limited-sellers.js';

@Serves(payoutHeadroomContract)
export class HeadroomController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof payoutHeadroomContract> = {
    listLimitedSellers: ({ query }) => readLimitedSellers(this.db, query, this.policy.value, this.clock.now()),
    getPayoutHeadroom: async ({ params }) => {
      const { calendar } = await this.policy.current();
      const headroom = await readHeadroom(this.db, params.sellerId, this.policy.value, this.clock.now());
      const runs = await coverOfRuns(this.db, calendar, this.clock.now());
      return { ...headroom, cover: totalCover(runs, ({ state }) => state !== 'draft') };
    },
  };
}
