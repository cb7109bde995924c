import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { Gateway } from '../gateway.js';
import { listOrders } from './list-orders/list-orders.js';
import { listPayments } from './list-orders/list-payments.js';
import { readPaymentView } from './list-orders/read-payment-view.js';

@Serves(contract.orderListsContract)
export class OrderListsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.orderListsContract> = {
    listOrders: ({ query }) => listOrders(this.gateway, query),
    listPayments: ({ query }) => listPayments(this.gateway, query),
    getPaymentView: ({ params }) => readPaymentView(this.gateway, params.paymentKey),
  };
}
