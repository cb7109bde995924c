import type { Measurement } from '../harness/measurement.js';
import { bulkOrders } from './bulk-orders.js';
import { orderLists } from './order-lists.js';
import { overhead } from './overhead.js';

export const gatewayMeasurements: readonly Measurement[] = [
  {
    name: 'gateway-overhead',
    title:
      'the same calls at the provider and at the gateway, one at a time: a read that passes through, and a confirm',
    run: overhead,
  },
  {
    name: 'order-lists',
    title: 'lists of orders and of payments at 10,000 and at 1,000,000 rows, by every filter and with a cursor',
    run: orderLists,
  },
  {
    name: 'bulk-orders',
    title: '10,000 orders in one NDJSON request, against storing their lines unchecked',
    run: bulkOrders,
  },
];
