import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { createOrder } from './create-order/create-order.js';
import { Gateway } from './gateway.js';
import { readOrder } from './read-order/read-order.js';
import { recordStartEvent } from './record-start-event/record-start-event.js';

@Controller()
export class OrdersController {
  constructor(private readonly gateway: Gateway) {}

  @Implements(contract.createOrder)
  create(
    @Decoded(contract.createOrder) { body }: Input<typeof contract.createOrder>,
  ): Promise<Output<typeof contract.createOrder>> {
    return createOrder(this.gateway, body);
  }

  @Implements(contract.getOrder)
  read(
    @Decoded(contract.getOrder) { params }: Input<typeof contract.getOrder>,
  ): Promise<Output<typeof contract.getOrder>> {
    return readOrder(this.gateway, params.orderId);
  }

  @Implements(contract.recordDelivery)
  deliver(
    @Decoded(contract.recordDelivery) { params, body }: Input<typeof contract.recordDelivery>,
  ): Promise<Output<typeof contract.recordDelivery>> {
    const { deliveredAt: at, lineIds } = body;
    return recordStartEvent(this.gateway, { orderId: params.orderId, event: 'delivered', at, lineIds });
  }

  @Implements(contract.recordConfirmation)
  confirm(
    @Decoded(contract.recordConfirmation) { params, body }: Input<typeof contract.recordConfirmation>,
  ): Promise<Output<typeof contract.recordConfirmation>> {
    const { confirmedAt: at, lineIds } = body;
    return recordStartEvent(this.gateway, { orderId: params.orderId, event: 'confirmed', at, lineIds });
  }
}
