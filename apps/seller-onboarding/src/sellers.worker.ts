import { Processor } from '@nestjs/bullmq';
import type { Handlers } from '@jeongsan/messaging';
import { keepData } from '@jeongsan/nest-platform';
import { JobWorker } from '@jeongsan/queues';
import { keptSellers } from './erase-seller/erase-seller.js';
import { observeSeller } from './observe-seller/observe-seller.js';
import { Onboarding } from './onboarding.js';
import { registerSeller } from './register-seller/register-seller.js';

@Processor('sellers', { concurrency: 10 })
export class SellersWorker extends JobWorker<'sellers'> {
  constructor(private readonly onboarding: Onboarding) {
    super();
  }

  protected override readonly handlers: Handlers<'sellers'> = {
    'seller.register': ({ sellerId }) => registerSeller(this.onboarding, sellerId),
    'seller.observe': ({ providerSellerId }) => observeSeller(this.onboarding, providerSellerId),
    'seller-data.keep': () => {
      const { db, seal, keepSellersDays, now } = this.onboarding;
      return keepData(db, seal, keptSellers(keepSellersDays), now());
    },
  };
}
