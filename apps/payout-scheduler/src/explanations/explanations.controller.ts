import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { balanceAt } from './balance-at/balance-at.js';
import { explainOrder } from './explain-order/explain-order.js';
import { explainPayout } from './explain-payout/explain-payout.js';
import { Policy } from '../terms/policy.js';

@Controller()
export class ExplanationsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.explainPayout)
  payout(
    @Decoded(contract.explainPayout) { params, query }: Input<typeof contract.explainPayout>,
  ): Promise<Output<typeof contract.explainPayout>> {
    return explainPayout(this.db, params.payoutId, query);
  }

  @Implements(contract.explainOrder)
  async order(
    @Decoded(contract.explainOrder) { params, query }: Input<typeof contract.explainOrder>,
  ): Promise<Output<typeof contract.explainOrder>> {
    return explainOrder(this.db, params.orderId, query, await this.policy.current(), this.clock.now());
  }

  @Implements(contract.sellerBalanceAt)
  async balance(
    @Decoded(contract.sellerBalanceAt) { params, query }: Input<typeof contract.sellerBalanceAt>,
  ): Promise<Output<typeof contract.sellerBalanceAt>> {
    return balanceAt(this.db, params.sellerId, query, await this.policy.current(), this.clock.now());
  }
}
