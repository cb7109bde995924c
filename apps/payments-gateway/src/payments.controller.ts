import { randomUUID } from 'node:crypto';
import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { cancelPayment } from './cancel-payment/cancel-payment.js';
import { confirmPayment } from './confirm-payment/confirm-payment.js';
import { Gateway } from './gateway.js';
import { paymentFor } from './mask-payment.js';
import { readPayment, readPaymentByOrder } from './read-payment/read-payment.js';

/** Paths and bodies are the same as in the provider's API. */
@Serves(contract.paymentsContract)
export class PaymentsController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.paymentsContract> = {
    confirmOrderPayment: async ({ body }, { caller }) => paymentFor(caller, await confirmPayment(this.gateway, body)),
    cancelOrderPayment: async ({ params, body }, { caller, idempotencyKey: key }) => {
      // Without an idempotency key every request is a new one, as at the provider. A line break separates actor and key,
      // because neither can hold a line break.
      const requestKey = key === undefined ? randomUUID() : `${caller.actor}\n${key}`;
      const payment = await cancelPayment(this.gateway, { paymentKey: params.paymentKey, requestKey, asked: body });
      return paymentFor(caller, payment);
    },
    readPaymentByOrder: async ({ params }, { caller }) =>
      paymentFor(caller, await readPaymentByOrder(this.gateway, params.orderId)),
    readPayment: async ({ params }, { caller }) =>
      paymentFor(caller, await readPayment(this.gateway, params.paymentKey)),
  };
}
