import { type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { eraseBuyer, eraseBuyerOfPayment } from './erase-buyer/erase-buyer.js';
import { Gateway } from '../gateway.js';

@Serves(contract.buyerErasuresContract)
export class ErasuresController {
  constructor(private readonly gateway: Gateway) {}

  readonly handlers: Handlers<typeof contract.buyerErasuresContract> = {
    eraseOrderTexts: async ({ params, body }, { caller: { actor: by } }) =>
      viewOf(await eraseBuyer(this.gateway, params.orderId, { ...body, by })),
    erasePaymentTexts: async ({ params, body }, { caller: { actor: by } }) =>
      viewOf(await eraseBuyerOfPayment(this.gateway, params.paymentKey, { ...body, by })),
  };
}

const viewOf = ({ subject, erased, kept }: Awaited<ReturnType<typeof eraseBuyer>>) => ({
  subject,
  erased: [...erased],
  kept: [...kept],
});
