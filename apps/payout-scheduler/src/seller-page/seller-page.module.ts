import { Module, type DynamicModule } from '@nestjs/common';
import { SellerSessions } from '@jeongsan/nest-kit';
import type { Env } from '../env.js';
import { SellerPageAddress } from './open-session/open-session.js';
import { SellerPageController } from './seller-page.controller.js';
import { SellerSessionsController } from './seller-sessions.controller.js';

export const sellerPageControllers = [SellerSessionsController, SellerPageController] as const;

/**
 * The page on which a seller sees their own money: the market opens it with a link, the browser reads with the token of the link.
 * Only reads, by those of the other rooms. Imports every other room, and no room imports it.
 */
@Module({})
export class SellerPageModule {
  static for(env: Env): DynamicModule {
    return {
      module: SellerPageModule,
      controllers: [...sellerPageControllers],
      providers: [
        { provide: SellerSessions, useFactory: () => new SellerSessions(env.SELLER_SESSION_KEY) },
        { provide: SellerPageAddress, useFactory: () => new SellerPageAddress(env.SELLER_PAGE_URL) },
      ],
    };
  }
}
