import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { assertSellerKnown } from '../terms/known-seller.js';
import { Policy } from '../terms/policy.js';
import { readDebts, readSellerDebt } from './read-balances/read-debts.js';
import { readReserves } from './read-balances/read-reserves.js';
import { readSellerBalances } from './read-balances/read-seller-balances.js';
import { releaseReserve, releaseReserveSurplus } from './release-reserve/release-reserve.js';
import { approveWriteOff, readWriteOffs, rejectWriteOff, requestWriteOff } from './write-off-debt/write-off-debt.js';

@Controller()
export class BalancesController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.getSellerBalances)
  async balances(
    @Decoded(contract.getSellerBalances) { params }: Input<typeof contract.getSellerBalances>,
  ): Promise<Output<typeof contract.getSellerBalances>> {
    const { calendar } = await this.policy.current();
    return this.db.transaction('REPEATABLE READ', (tx) =>
      readSellerBalances(tx, params.sellerId, calendar, this.clock.now()),
    );
  }

  @Implements(contract.listReserves)
  async reserves(
    @Decoded(contract.listReserves) { params, query }: Input<typeof contract.listReserves>,
  ): Promise<Output<typeof contract.listReserves>> {
    await assertSellerKnown(this.db, params.sellerId);
    return readReserves(this.db, params.sellerId, query);
  }

  @Implements(contract.releaseReserve)
  release(
    @Decoded(contract.releaseReserve) { params, body }: Input<typeof contract.releaseReserve>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.releaseReserve>> {
    const decision = { caller, rules: this.policy.approval, reason: body.reason, now: this.clock.now() };
    return transaction(this.db, (tx) => releaseReserve(tx, params.reserveId, body.amount, decision));
  }

  @Implements(contract.releaseReserveSurplus)
  releaseSurplus(
    @Decoded(contract.releaseReserveSurplus) { params, body }: Input<typeof contract.releaseReserveSurplus>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.releaseReserveSurplus>> {
    const decision = { caller, rules: this.policy.approval, reason: body.reason, now: this.clock.now() };
    return transaction(this.db, (tx) => releaseReserveSurplus(tx, params.sellerId, decision));
  }

  @Implements(contract.listDebts)
  debts(
    @Decoded(contract.listDebts) { query }: Input<typeof contract.listDebts>,
  ): Promise<Output<typeof contract.listDebts>> {
    return readDebts(this.db, query, this.clock.now());
  }

  @Implements(contract.getSellerDebt)
  async debt(
    @Decoded(contract.getSellerDebt) { params, query }: Input<typeof contract.getSellerDebt>,
  ): Promise<Output<typeof contract.getSellerDebt>> {
    await assertSellerKnown(this.db, params.sellerId);
    return readSellerDebt(this.db, params.sellerId, query);
  }

  @Implements(contract.requestWriteOff)
  requestWriteOff(
    @Decoded(contract.requestWriteOff) { params, body }: Input<typeof contract.requestWriteOff>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.requestWriteOff>> {
    return transaction(this.db, (tx) => requestWriteOff(tx, params.sellerId, body, caller, this.clock.now()));
  }

  @Implements(contract.approveWriteOff)
  approveWriteOff(
    @Decoded(contract.approveWriteOff) { params }: Input<typeof contract.approveWriteOff>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.approveWriteOff>> {
    const { approval } = this.policy;
    return transaction(this.db, (tx) => approveWriteOff(tx, params.writeOffId, caller, approval, this.clock.now()));
  }

  @Implements(contract.rejectWriteOff)
  rejectWriteOff(
    @Decoded(contract.rejectWriteOff) { params }: Input<typeof contract.rejectWriteOff>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.rejectWriteOff>> {
    return transaction(this.db, (tx) => rejectWriteOff(tx, params.writeOffId, caller.actor, this.clock.now()));
  }

  @Implements(contract.listWriteOffs)
  writeOffs(
    @Decoded(contract.listWriteOffs) { query }: Input<typeof contract.listWriteOffs>,
  ): Promise<Output<typeof contract.listWriteOffs>> {
    return readWriteOffs(this.db, query);
  }
}
