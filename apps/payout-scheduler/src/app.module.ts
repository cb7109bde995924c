import { Module, type DynamicModule } from '@nestjs/common';
import { approvalRules } from '@jeongsan/nest-kit';
import { platformModules } from '@jeongsan/nest-platform';
import { closingControllers, ClosingModule } from './closing/closing.module.js';
import { cashControllers, CashModule } from './payouts/statutory/cash.module.js';
import type { Env } from './env.js';
import { explanationsControllers, ExplanationsModule } from './explanations/explanations.module.js';
import { payoutsControllers, PayoutsModule } from './payouts/payouts.module.js';
import { PolicyModule } from './terms/policy.module.js';
import { sellerPageControllers, SellerPageModule } from './seller-page/seller-page.module.js';
import { termsControllers, TermsModule } from './terms/terms.module.js';

const POOL_SIZE = 16;

export const controllers = [
  ...termsControllers,
  ...closingControllers,
  ...payoutsControllers,
  ...cashControllers,
  ...explanationsControllers,
  ...sellerPageControllers,
] as const;

/** The rooms, each of which imports those above it. */
@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    const payouts = PayoutsModule.for(env);
    return {
      module: AppModule,
      imports: [
        ...platformModules(env, 'payout-scheduler', POOL_SIZE, {
          rules: approvalRules(env),
          aloneUpTo: { adjustment: env.ADJUST_ALONE_UP_TO },
        }),
        PolicyModule.for(env),
        TermsModule,
        ClosingModule.for(env),
        payouts,
        CashModule.for(env, payouts),
        ExplanationsModule,
        SellerPageModule.for(env),
      ],
    };
  }
}
