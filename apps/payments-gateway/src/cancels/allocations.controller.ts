import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { allocateCancel } from './allocate-cancel/allocate-cancel.js';
import { Gateway } from '../gateway.js';
import { readAllocation, readAllocations } from './read-allocations/read-allocations.js';

/** The lines of cancels, as work for people. */
@Serves(contract.allocationsContract)
export class AllocationsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.allocationsContract> = {
    listCancels: ({ query }) => readAllocations(this.gateway.db, query),
    getCancel: ({ params }) => readAllocation(this.gateway.db, params.cancelId),
    allocateCancel: ({ params, body }, { caller }) => allocateCancel(this.gateway, params.cancelId, body, caller),
  };
}
