import { newOrderId } from './buyer.js';
import type { Sandbox } from './sandbox.js';

/** A published test card that can be registered and charged. */
export const CARD_NUMBER = '9410001234567890';
export const customerKey = 'aENcQAtPdYbTjGhtQnNVj';
export const cardData = {
  customerKey,
  cardNumber: CARD_NUMBER,
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};

export const issued = (sandbox: Sandbox, change: Partial<typeof cardData> = {}) =>
  sandbox.provider.issueBillingKeyByCard({ body: { ...cardData, ...change } });

export const subscription = (amount: bigint) => ({
  amount,
  customerKey,
  orderId: newOrderId(),
  orderName: '사과 구독',
});
export type Charge = Parameters<Sandbox['provider']['chargeBilling']>[0]['body'];
export const charged = (sandbox: Sandbox, billingKey: string, change: Partial<Charge> = {}) =>
  sandbox.provider.chargeBilling({ params: { billingKey }, body: { ...subscription(15_000n), ...change } });
