import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { adjustmentsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { Policy } from '../terms/policy.js';
import { approveAdjustment, proposeAdjustment, rejectAdjustment } from './adjust-seller/adjust-seller.js';
import { findAdjustment, readAdjustments } from './adjust-seller/adjustment-record.js';
import { readRepayment, readRepayments, recordRepayment } from './repay-debt/repay-debt.js';

@Serves(adjustmentsContract)
export class AdjustmentsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof adjustmentsContract> = {
    proposeAdjustment: ({ params: { sellerId }, body }, call) => {
      const asked = { ...body, sellerId, id: idOfRequest(call) };
      return transaction(
        this.db,
        (tx) => proposeAdjustment(tx, asked, call.caller, this.policy, this.clock.now()),
        'propose-adjustment',
      );
    },
    approveAdjustment: ({ params }, { caller }) => {
      const { approval } = this.policy;
      return transaction(
        this.db,
        (tx) => approveAdjustment(tx, params.adjustmentId, caller, approval, this.clock.now()),
        'approve-adjustment',
      );
    },
    rejectAdjustment: ({ params }, { caller }) =>
      transaction(this.db, (tx) => rejectAdjustment(tx, params.adjustmentId, caller, this.clock.now())),
    getAdjustment: ({ params }) => findAdjustment(this.db, params.adjustmentId),
    listAdjustments: ({ query }) => readAdjustments(this.db, query),
    recordRepayment: ({ params, body }, { caller }) => {
      const { approval } = this.policy;
      return transaction(
        this.db,
        (tx) => recordRepayment(tx, params.sellerId, body, caller, approval, this.clock.now()),
        'record-repayment',
      );
    },
    listRepayments: ({ query }) => readRepayments(this.db, query),
    getRepayment: ({ params }) => readRepayment(this.db, params.repaymentId),
  };
}
