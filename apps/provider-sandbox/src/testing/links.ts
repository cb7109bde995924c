import type { Sandbox } from './sandbox.js';

type ProductBody = Parameters<Sandbox['provider']['createProduct']>[0]['body'];

/** Creates a product: apples for 5,000 won. */
export const onSale = (sandbox: Sandbox, body: Partial<ProductBody> = {}) =>
  sandbox.provider.createProduct({ body: { name: '사과 한 상자', amount: 5_000n, ...body } });

/** An option group with two sizes of one color. */
export const sizes = {
  groups: [
    { name: '크기', values: ['대', '소'] },
    { name: '색', values: ['빨강'] },
  ],
  options: [
    { names: ['대', '빨강'], amount: 1_000n, available: true, stock: { quantity: 2 } },
    { names: ['소', '빨강'], amount: 0n, available: false },
  ],
} satisfies ProductBody['optionDetail'];

export const buyer = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };

type Purchase = Partial<Parameters<Sandbox['control']['buyFromLink']>[0]['body']>;

/** Plays a buyer who orders and pays through a payment link. */
export const bought = (sandbox: Sandbox, productKey: string, purchase: Purchase = {}) =>
  sandbox.control.buyFromLink({ params: { productKey }, body: { ...buyer, ...purchase } });
