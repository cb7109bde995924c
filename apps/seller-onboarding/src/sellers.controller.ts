import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { onboardingContract } from '@jeongsan/platform-contract';
import { applySeller } from './apply-seller/apply-seller.js';
import { changeAccount } from './change-account/change-account.js';
import { confirmChange, rejectChange } from './decide-account-change/decide-account-change.js';
import { eraseSeller } from './erase-seller/erase-seller.js';
import { Onboarding } from './onboarding.js';
import { changeView, readAccountChange, readAccountChanges } from './read-account-changes/read-account-changes.js';
import { listSellers, readSeller } from './read-sellers/read-sellers.js';
import { viewOf } from './seller-row.js';

@Serves(onboardingContract)
export class SellersController {
  constructor(private readonly onboarding: Onboarding) {}

  readonly handlers: Handlers<typeof onboardingContract> = {
    applySeller: async ({ body }) => viewOf(await applySeller(this.onboarding, body)),
    changeSellerAccount: async ({ params, body }, { caller }) =>
      viewOf(await changeAccount(this.onboarding, params.sellerId, body, caller)),
    listAccountChanges: ({ query }) => readAccountChanges(this.onboarding.db, query),
    getAccountChange: ({ params }) => readAccountChange(this.onboarding.db, params.changeId),
    confirmAccountChange: async ({ params, body }, { caller }) =>
      changeView(await confirmChange(this.onboarding, params.changeId, { caller, ...body })),
    rejectAccountChange: async ({ params, body }, { caller }) =>
      changeView(await rejectChange(this.onboarding, params.changeId, { caller, ...body })),
    getSellerView: async ({ params }) => viewOf(await readSeller(this.onboarding.db, params.sellerId)),
    eraseSeller: async ({ params, body }, { caller }) => {
      const asked = { ...body, author: caller };
      const { subject, erased, kept } = await eraseSeller(this.onboarding, params.sellerId, asked);
      return { subject, erased: [...erased], kept: [...kept] };
    },
    listSellerViews: async ({ query }) => {
      const { items, nextCursor } = await listSellers(this.onboarding.db, query);
      return { items: items.map(viewOf), nextCursor };
    },
  };
}
