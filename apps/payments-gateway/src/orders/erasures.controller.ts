import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { eraseBuyer, eraseBuyerOfPayment } from './erase-buyer/erase-buyer.js';
import { Gateway } from '../gateway.js';

@Serves(contract.buyerErasuresContract)
export class ErasuresController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.buyerErasuresContract> = {
    eraseOrderTexts: async ({ params, body }, { caller }) =>
      viewOf(await eraseBuyer(this.gateway, params.orderId, { ...body, author: caller })),
    erasePaymentTexts: async ({ params, body }, { caller }) =>
      viewOf(await eraseBuyerOfPayment(this.gateway, params.paymentKey, { ...body, author: caller })),
  };
}

const viewOf = ({ subject, erased, kept }: Awaited<ReturnType<typeof eraseBuyer>>) => ({
  subject,
  erased: [...erased],
  kept: [...kept],
});
