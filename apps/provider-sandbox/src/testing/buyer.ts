import type { Input } from '@jeongsan/http-contract';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';
import { randomUUID } from 'node:crypto';
import type { Sandbox } from './sandbox.js';

export const newOrderId = (): string => `order-${randomUUID().slice(0, 13)}`;
export const seoul = (text: string): Date => new Date(`${text}+09:00`);

/** Stops the sandbox's clock at a local time of Seoul. */
export const freezeAt = (sandbox: Sandbox, text: string) =>
  sandbox.control.setClock({ body: { now: seoul(text), mode: 'frozen' } });

/** The choices of a simulated buyer; by default an ordinary card payment. */
export type Purchase = Partial<Omit<Input<typeof sandboxControlContract.payAsBuyer>['body'], 'amount'>>;

/** Plays a buyer who authenticates a payment; it is not approved yet. */
export function authenticated(sandbox: Sandbox, amount: bigint, purchase: Purchase = {}) {
  const { method = '카드', orderId = newOrderId() } = purchase;
  return sandbox.control.payAsBuyer({ body: { orderName: '사과 한 상자', ...purchase, method, orderId, amount } });
}

/** Plays a buyer who pays, and the merchant who confirms. */
export async function paid(sandbox: Sandbox, amount: bigint, purchase: Purchase = {}) {
  const { paymentKey, orderId } = await authenticated(sandbox, amount, purchase);
  return sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount } });
}

/** Puts money into the balance: a payment without fees that is paid out on its own day. */
export async function funded(sandbox: Sandbox, amount: bigint): Promise<void> {
  const before = await sandbox.control.readSettings({});
  await sandbox.control.changeSettings({ body: { feeRates: { 카드: 0 }, payoutLagBusinessDays: 0 } });
  await paid(sandbox, amount);
  await sandbox.control.changeSettings({ body: before });
}
