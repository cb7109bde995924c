import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { onboardingContract } from '@jeongsan/platform-contract';
import { applySeller } from './apply-seller/apply-seller.js';
import { changeAccount } from './change-account/change-account.js';
import { confirmChange, rejectChange } from './decide-account-change/decide-account-change.js';
import { eraseSeller } from './erase-seller/erase-seller.js';
import { Onboarding } from './onboarding.js';
import { changeView, readAccountChange, readAccountChanges } from './read-account-changes/read-account-changes.js';
import { listSellers, readSeller } from './read-sellers/read-sellers.js';
import { type SellerRow, viewOf } from './seller-row.js';
import { sellerWaits } from './seller-waiting.js';

@Serves(onboardingContract)
export class SellersController {
  constructor(private readonly onboarding: Onboarding) {}

  private readonly views = async (rows: readonly SellerRow[]) => {
    const waits = await sellerWaits(this.onboarding.db, rows, this.onboarding.now());
    return rows.map((row) => viewOf(row, waits.get(row.seller_id) ?? null));
  };
  private readonly view = async (row: SellerRow) => {
    const waits = await sellerWaits(this.onboarding.db, [row], this.onboarding.now());
    return viewOf(row, waits.get(row.seller_id) ?? null);
  };

  readonly handlers: Handlers<typeof onboardingContract> = {
    applySeller: async ({ body }) => this.view(await applySeller(this.onboarding, body)),
    changeSellerAccount: async ({ params, body }, { caller }) =>
      this.view(await changeAccount(this.onboarding, params.sellerId, body, caller)),
    listAccountChanges: ({ query }) => readAccountChanges(this.onboarding.db, query),
    getAccountChange: ({ params }) => readAccountChange(this.onboarding.db, params.changeId),
    confirmAccountChange: async ({ params, body }, { caller }) =>
      changeView(await confirmChange(this.onboarding, params.changeId, { caller, ...body })),
    rejectAccountChange: async ({ params, body }, { caller }) =>
      changeView(await rejectChange(this.onboarding, params.changeId, { caller, ...body })),
    getSellerView: async ({ params }) => this.view(await readSeller(this.onboarding.db, params.sellerId)),
    eraseSeller: async ({ params, body }, { caller }) => {
      const asked = { ...body, author: caller };
      const { subject, erased, kept } = await eraseSeller(this.onboarding, params.sellerId, asked);
      return { subject, erased: [...erased], kept: [...kept] };
    },
    listSellerViews: async ({ query }) => {
      const { items, nextCursor } = await listSellers(this.onboarding.db, query);
      return { items: await this.views(items), nextCursor };
    },
  };
}
