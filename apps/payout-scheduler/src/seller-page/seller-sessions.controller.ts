import { type Handlers, SellerSessions, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { openSession, SellerPageAddress } from './open-session/open-session.js';

@Serves(contract.sellerSessionsContract)
export class SellerSessionsController {
  constructor(
    private readonly db: DataSource,
    private readonly sessions: SellerSessions,
    private readonly address: SellerPageAddress,
  ) {}

  readonly handlers: Handlers<typeof contract.sellerSessionsContract> = {
    openSellerSession: ({ params, body }) => {
      const { sessions, address } = this;
      return openSession(this.db, { sessions, address }, params.sellerId, body);
    },
  };
}
