import { cancelsContract } from './cancels.contract.js';
import { buyerErasuresContract, ordersContract, paymentsContract } from './orders.contract.js';

/** Every endpoint of payments-gateway. */
export const gatewayContract = {
  ...ordersContract,
  ...cancelsContract,
  ...paymentsContract,
  ...buyerErasuresContract,
} as const;
