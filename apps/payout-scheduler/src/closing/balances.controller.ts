import { transaction } from '@jeongsan/database';
import { type Call, Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { assertSellerKnown } from '../terms/known-seller.js';
import { Policy } from '../terms/policy.js';
import { readDebts, readSellerDebt } from './read-balances/read-debts.js';
import { readReserve, readReserves } from './read-balances/read-reserves.js';
import { readSellerBalances } from './read-balances/read-seller-balances.js';
import { releaseReserve, releaseReserveSurplus } from './release-reserve/release-reserve.js';
import {
  approveWriteOff,
  readWriteOff,
  readWriteOffs,
  rejectWriteOff,
  requestWriteOff,
} from './write-off-debt/write-off-debt.js';

@Serves(contract.settlementBalancesContract)
export class BalancesController {
  constructor(
    private readonly db: DataSource,
    private readonly reads: ReadDatabase,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.settlementBalancesContract> = {
    getSellerPosition: async ({ params }) => {
      const { calendar } = await this.policy.current();
      return this.reads.transaction('REPEATABLE READ', (tx) =>
        readSellerBalances(tx, params.sellerId, calendar, this.clock.now()),
      );
    },
    listReserves: async ({ params, query }) => {
      await assertSellerKnown(this.reads, params.sellerId);
      return readReserves(this.reads, { ...query, sellerId: params.sellerId });
    },
    listAllReserves: ({ query }) => readReserves(this.reads, query),
    getReserve: ({ params }) => readReserve(this.db, params.reserveId),
    releaseReserve: ({ params, body }, call) => {
      const decision = this.decision(call, body.reason);
      return transaction(this.db, (tx) => releaseReserve(tx, params.reserveId, body.amount, decision));
    },
    releaseReserveSurplus: ({ params, body }, call) => {
      const decision = this.decision(call, body.reason);
      return transaction(this.db, (tx) => releaseReserveSurplus(tx, params.sellerId, decision));
    },
    listDebts: ({ query }) => readDebts(this.reads, query, this.clock.now()),
    getSellerDebt: async ({ params, query }) => {
      await assertSellerKnown(this.reads, params.sellerId);
      return readSellerDebt(this.reads, params.sellerId, query);
    },
    requestWriteOff: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => requestWriteOff(tx, params.sellerId, body, caller, this.clock.now())),
    approveWriteOff: ({ params }, { caller }) => {
      const { approval } = this.policy;
      return transaction(this.db, (tx) => approveWriteOff(tx, params.writeOffId, caller, approval, this.clock.now()));
    },
    rejectWriteOff: ({ params }, { caller }) =>
      transaction(this.db, (tx) => rejectWriteOff(tx, params.writeOffId, caller, this.clock.now())),
    listWriteOffs: ({ query }) => readWriteOffs(this.reads, query),
    getWriteOff: ({ params }) => readWriteOff(this.db, params.writeOffId),
  };

  private decision(call: Call, reason: string) {
    return { id: idOfRequest(call), caller: call.caller, rules: this.policy.approval, reason, now: this.clock.now() };
  }
}
