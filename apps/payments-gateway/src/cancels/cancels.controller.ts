import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { cancelOrder } from './cancel-order/cancel-order.js';
import { listOrderCancels } from './cancel-order/read-cancels.js';
import { Gateway } from '../gateway.js';

@Serves(contract.cancelsContract)
export class CancelsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.cancelsContract> = {
    cancelOrder: ({ params: { orderId }, body }, { caller, idempotencyKey: key }) => {
      if (key === undefined) {
        throw contract.refuse(
          'IDEMPOTENCY_KEY_REQUIRED',
          'A cancel needs the header Idempotency-Key: a repeat is safe',
        );
      }
      return cancelOrder(this.gateway, { orderId, requestKey: `${caller.actor}\n${key}`, asked: body });
    },
    listOrderCancels: ({ params, query }) => listOrderCancels(this.gateway, params.orderId, query),
  };
}
