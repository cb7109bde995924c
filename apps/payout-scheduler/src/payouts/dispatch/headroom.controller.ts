import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import { payoutHeadroomContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../../terms/policy.js';
import { readHeadroom } from './read-headroom/read-headroom.js';

@Serves(payoutHeadroomContract)
export class HeadroomController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof payoutHeadroomContract> = {
    getPayoutHeadroom: ({ params }) => readHeadroom(this.db, params.sellerId, this.policy.value, this.clock.now()),
  };
}
