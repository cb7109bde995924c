import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { createOrder } from './create-order/create-order.js';
import { Gateway } from '../gateway.js';
import { previewOrder } from './preview-order/preview-order.js';
import { readOrder } from './read-order/read-order.js';
import { registerOrders } from './register-orders/register-orders.js';
import { recordStartEvent } from './record-start-event/record-start-event.js';

@Serves(contract.ordersContract)
export class OrdersController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.ordersContract> = {
    createOrder: ({ body }) => createOrder(this.gateway, body),
    registerOrders: ({ body }) => registerOrders(this.gateway, body),
    previewOrder: ({ body }) => previewOrder(this.gateway, body),
    getOrder: ({ params }) => readOrder(this.gateway, params.orderId),
    recordDelivery: ({ params, body }) => {
      const { deliveredAt: at, lineIds } = body;
      return recordStartEvent(this.gateway, { orderId: params.orderId, event: 'delivered', at, lineIds });
    },
    recordConfirmation: ({ params, body }) => {
      const { confirmedAt: at, lineIds } = body;
      return recordStartEvent(this.gateway, { orderId: params.orderId, event: 'confirmed', at, lineIds });
    },
  };
}
