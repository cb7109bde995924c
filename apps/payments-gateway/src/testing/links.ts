import type { Sandbox } from '@jeongsan/testing';

type Product = Partial<Parameters<Sandbox['api']['createProduct']>[0]['body']>;
type Purchase = Partial<Parameters<Sandbox['control']['buyFromLink']>[0]['body']>;

/** Creates a product of payment links for 10,000 won. Returns its key. */
export const onSale = async ({ api }: Sandbox, body: Product = {}): Promise<string> =>
  (await api.createProduct({ body: { name: '책', amount: 10_000n, ...body } })).productKey;

/** Plays a buyer who orders and pays through a payment link. Nothing has read the order yet. */
export async function soldByLink({ control }: Sandbox, productKey: string, purchase: Purchase = {}) {
  const body = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678', ...purchase };
  const { orderKey, payment } = await control.buyFromLink({ params: { productKey }, body });
  if (!payment) throw new Error('The order is not paid');
  return { orderKey, paymentKey: payment.paymentKey, orderId: payment.orderId };
}
