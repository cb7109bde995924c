import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import * as contract from '@jeongsan/platform-contract';
import { Gateway } from '../gateway.js';
import { listOrders } from './list-orders/list-orders.js';
import { listPayments } from './list-orders/list-payments.js';
import { readPaymentView } from './list-orders/read-payment-view.js';

@Serves(contract.orderListsContract)
export class OrderListsController {
  constructor(
    private readonly db: ReadDatabase,
    private readonly gateway: Gateway,
  ) {}

  readonly handlers: Handlers<typeof contract.orderListsContract> = {
    listOrders: ({ query }) => listOrders({ db: this.db, seal: this.gateway.seal }, query),
    listPayments: ({ query }) => listPayments(this.db, query),
    getPaymentView: ({ params }) => readPaymentView(this.db, params.paymentKey),
  };
}
