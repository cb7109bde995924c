import { allocationsContract } from './allocations.contract.js';
import { cancelsContract } from './cancels.contract.js';
import { orderListsContract } from './order-lists.contract.js';
import { buyerErasuresContract, ordersContract, paymentsContract } from './orders.contract.js';
import { splitsContract } from './splits.contract.js';
import { unallocatedPaymentsContract } from './unallocated-payments.contract.js';

/** The platform's own endpoints of the gateway; those at the provider's paths are served beside them. */
export const gatewayOwnContract = {
  ...ordersContract,
  ...cancelsContract,
  ...allocationsContract,
  ...orderListsContract,
  ...unallocatedPaymentsContract,
  ...splitsContract,
  ...buyerErasuresContract,
} as const;

/** Every endpoint of payments-gateway. */
export const gatewayContract = { ...gatewayOwnContract, ...paymentsContract } as const;
