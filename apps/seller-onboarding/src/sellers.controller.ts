import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import { onboardingContract as api } from '@jeongsan/platform-contract';
import { applySeller } from './apply-seller/apply-seller.js';
import { changeAccount } from './change-account/change-account.js';
import { eraseSeller } from './erase-seller/erase-seller.js';
import { Onboarding } from './onboarding.js';
import { listSellers, readSeller } from './read-sellers/read-sellers.js';
import { viewOf } from './seller-row.js';

@Controller()
export class SellersController {
  constructor(private readonly onboarding: Onboarding) {}

  @Implements(api.applySeller)
  async apply(@Decoded(api.applySeller) { body }: Input<typeof api.applySeller>) {
    return viewOf(await applySeller(this.onboarding, body));
  }

  @Implements(api.changeSellerAccount)
  async changeAccount(
    @Decoded(api.changeSellerAccount) { params, body }: Input<typeof api.changeSellerAccount>,
    @CurrentCaller() caller: Caller,
  ) {
    return viewOf(await changeAccount(this.onboarding, params.sellerId, body, caller.actor));
  }

  @Implements(api.getSellerView)
  async read(@Decoded(api.getSellerView) { params }: Input<typeof api.getSellerView>) {
    return viewOf(await readSeller(this.onboarding.db, params.sellerId));
  }

  @Implements(api.eraseSeller)
  async erase(
    @Decoded(api.eraseSeller) { params, body }: Input<typeof api.eraseSeller>,
    @CurrentCaller() { actor: by }: Caller,
  ): Promise<Output<typeof api.eraseSeller>> {
    const { subject, erased, kept } = await eraseSeller(this.onboarding, params.sellerId, { ...body, by });
    return { subject, erased: [...erased], kept: [...kept] };
  }

  @Implements(api.listSellerViews)
  async list(@Decoded(api.listSellerViews) { query }: Input<typeof api.listSellerViews>) {
    const { items, nextCursor } = await listSellers(this.onboarding.db, query);
    return { items: items.map(viewOf), nextCursor };
  }
}
