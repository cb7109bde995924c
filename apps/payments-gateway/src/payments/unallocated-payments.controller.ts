import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { Gateway } from '../gateway.js';
import { allocateUnallocated } from './unallocated-payments/allocate-unallocated.js';
import { readUnallocated } from './unallocated-payments/read-unallocated.js';

/** Buyers' money that no registered order fits, as work for people. */
@Serves(contract.unallocatedPaymentsContract)
export class UnallocatedPaymentsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.unallocatedPaymentsContract> = {
    listUnallocatedPayments: ({ query }) => readUnallocated(this.gateway.db, query, this.gateway.now()),
    allocateUnallocatedPayment: ({ params, body }, { caller }) =>
      allocateUnallocated(this.gateway, params.paymentKey, body, caller),
  };
}
