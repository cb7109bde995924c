import type { createPayment as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { assertOrderIsFree } from './assert-order-is-free.js';
import { assertMinimum } from './minimum-amount.js';
import { openPayment } from './open-payment.js';
import { paymentOf } from './payment.js';
import { detailsOf, isPayable } from './payment-details.js';

/** A payment the buyer has not seen yet: READY, with the address of its window. */
export const createPayment: Handler<typeof contract> = async (call, { body }) => {
  const method = koreanNames[body.method as keyof typeof koreanNames] ?? body.method;
  if (!isPayable(method)) throw new Refused('INVALID_REQUEST', { about: ['method'] });
  assertMinimum(method, body.amount);
  await assertOrderIsFree(call.sql, body.orderId);
  return paymentOf(await openPayment(call, { ...body, method, details: detailsOf[method](body.amount) }), call.world);
};

/** Server clients name methods in English. */
const koreanNames = { CARD: '카드', EASY_PAY: '간편결제', TRANSFER: '계좌이체', MOBILE_PHONE: '휴대폰' } as const;
