import { Controller } from '@nestjs/common';
import type { Input, Output } from '@jeongsan/http-contract';
import { CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { eraseBuyer, eraseBuyerOfPayment } from './erase-buyer/erase-buyer.js';
import { Gateway } from './gateway.js';

type Answer = Promise<Output<typeof contract.eraseOrderTexts>>;

@Controller()
export class ErasuresController {
  constructor(private readonly gateway: Gateway) {}

  @Implements(contract.eraseOrderTexts)
  async ofOrder(
    @Decoded(contract.eraseOrderTexts) { params, body }: Input<typeof contract.eraseOrderTexts>,
    @CurrentCaller() { actor: by }: Caller,
  ): Answer {
    return viewOf(await eraseBuyer(this.gateway, params.orderId, { ...body, by }));
  }

  @Implements(contract.erasePaymentTexts)
  async ofPayment(
    @Decoded(contract.erasePaymentTexts) { params, body }: Input<typeof contract.erasePaymentTexts>,
    @CurrentCaller() { actor: by }: Caller,
  ): Answer {
    return viewOf(await eraseBuyerOfPayment(this.gateway, params.paymentKey, { ...body, by }));
  }
}

const viewOf = ({ subject, erased, kept }: Awaited<ReturnType<typeof eraseBuyer>>) => ({
  subject,
  erased: [...erased],
  kept: [...kept],
});
