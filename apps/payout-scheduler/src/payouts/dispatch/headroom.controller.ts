import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { payoutHeadroomContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../../terms/policy.js';
import { coverOfRuns, totalCover } from '../payout-store/balance-cover.js';
import { readHeadroom } from './read-headroom/read-headroom.js';

@Serves(payoutHeadroomContract)
export class HeadroomController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof payoutHeadroomContract> = {
    getPayoutHeadroom: async ({ params }) => {
      const { calendar } = await this.policy.current();
      const headroom = await readHeadroom(this.db, params.sellerId, this.policy.value, this.clock.now());
      const runs = await coverOfRuns(this.db, calendar, this.clock.now());
      return { ...headroom, cover: totalCover(runs, ({ state }) => state !== 'draft') };
    },
  };
}
