import { randomUUID } from 'node:crypto';
import { Controller, Headers } from '@nestjs/common';
import type { Input } from '@jeongsan/http-contract';
import { CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { cancelPayment } from './cancel-payment/cancel-payment.js';
import { confirmPayment } from './confirm-payment/confirm-payment.js';
import { Gateway, type ProviderPayment } from './gateway.js';
import { paymentFor } from './mask-payment.js';
import { readPayment, readPaymentByOrder } from './read-payment/read-payment.js';

/** Paths and bodies are the same as in the provider's API. */
@Controller()
export class PaymentsController {
  constructor(private readonly gateway: Gateway) {}

  @Implements(contract.confirmOrderPayment)
  async confirm(
    @Decoded(contract.confirmOrderPayment) { body }: Input<typeof contract.confirmOrderPayment>,
    @CurrentCaller() caller: Caller,
  ): Promise<ProviderPayment> {
    return paymentFor(caller, await confirmPayment(this.gateway, body));
  }

  @Implements(contract.cancelOrderPayment)
  async cancel(
    @Decoded(contract.cancelOrderPayment) { params, body }: Input<typeof contract.cancelOrderPayment>,
    @CurrentCaller() caller: Caller,
    @Headers('idempotency-key') key?: string,
  ): Promise<ProviderPayment> {
    // Without an idempotency key every request is a new one, as at the provider. A line break separates actor and key,
    // because neither can hold a line break.
    const requestKey = key === undefined ? randomUUID() : `${caller.actor}\n${key}`;
    const payment = await cancelPayment(this.gateway, { paymentKey: params.paymentKey, requestKey, asked: body });
    return paymentFor(caller, payment);
  }

  @Implements(contract.readPaymentByOrder)
  async readByOrder(
    @Decoded(contract.readPaymentByOrder) { params }: Input<typeof contract.readPaymentByOrder>,
    @CurrentCaller() caller: Caller,
  ): Promise<ProviderPayment> {
    return paymentFor(caller, await readPaymentByOrder(this.gateway, params.orderId));
  }

  @Implements(contract.readPayment)
  async read(
    @Decoded(contract.readPayment) { params }: Input<typeof contract.readPayment>,
    @CurrentCaller() caller: Caller,
  ): Promise<ProviderPayment> {
    return paymentFor(caller, await readPayment(this.gateway, params.paymentKey));
  }
}
