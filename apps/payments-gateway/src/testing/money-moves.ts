import type { DropInOperationName } from '@jeongsan/platform-contract';
import type { Side } from './side.js';
import type { Body } from './spellings.js';

const card = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};
const orderName = '사과 한 상자';
const customerKey = 'aENcQAtPdYbTjGhtQnNVj';

export type Prepared = Readonly<{ url?: string; body: Body }>;
type Prepare = (side: Side, orderId: string, amount: number) => Promise<Prepared>;
/** The operations that move money, each ready for one request. */
export const moves = {
  payByCardNumber: () => Promise.resolve({ body: { orderName, ...card } }),
  issueVirtualAccount: () => Promise.resolve({ body: { orderName, customerName: '김구매', bank: '신한' } }),
  confirmPayment: async (...buyer) => ({ body: { paymentKey: await authenticated(...buyer) } }),
  confirmPaymentByKey: async (...buyer) => ({ url: `/v1/payments/${await authenticated(...buyer)}`, body: {} }),
  chargeBilling: async (side) => {
    const body = { customerKey, method: '카드', cardNumber: card.cardNumber } as const;
    const { authKey } = await side.control.registerBillingMethod({ body });
    const issued = await side.call('issueBillingKey', 'for a charge', { body: { authKey, customerKey } });
    return { url: `/v1/billing/${issued['billingKey']}`, body: { orderName, customerKey } };
  },
  payByWallet: async (side, orderId) => ({ body: { orderName, ...(await walletCard(side, orderId)) } }),
  confirmWalletPayment: async (side, orderId, amount) => {
    const customer = await walletCard(side, orderId);
    const body = { ...customer, amount: BigInt(amount), orderId, orderName };
    const { paymentKey } = await side.control.payAsWalletCustomer({ body });
    return { body: { customerKey: customer.customerKey, paymentKey } };
  },
  createPayment: () =>
    Promise.resolve({
      body: {
        method: '카드',
        orderName,
        successUrl: 'https://market.example/ok',
        failUrl: 'https://market.example/fail',
      },
    }),
  cancelPayment: async (side, orderId, amount) => {
    const paymentKey = await authenticated(side, orderId, amount);
    await side.call('confirmPayment', 'to be canceled', { body: { paymentKey, orderId, amount }, ticks: false });
    return { url: `/v1/payments/${paymentKey}/cancel`, body: { cancelReason: '변심', cancelAmount: amount } };
  },
  cancelOrder: async (side, _, amount) => {
    const body = { name: orderName, amount };
    const product = await side.call('createProduct', 'to be canceled', { body, ticks: false });
    const { orderKey } = await side.control.buyFromLink({
      params: { productKey: product['productKey'] ?? '' },
      body: { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' },
    });
    return { url: `/v1/orders/${orderKey}/cancel`, body: { cancelReason: '변심', cancelAmount: amount } };
  },
} as const satisfies Partial<Record<DropInOperationName, Prepare>>;
export type Moving = keyof typeof moves;

async function authenticated(side: Side, orderId: string, amount: number): Promise<string> {
  const body = { method: '카드', orderId, orderName, amount: BigInt(amount) } as const;
  return (await side.control.payAsBuyer({ body })).paymentKey;
}

async function walletCard(side: Side, customer: string): Promise<{ customerKey: string; methodKey: string }> {
  const scope = ['REGISTER', 'CARD'];
  const of = { query: { customerKey: customer, scope: scope.join(',') }, ticks: false };
  const terms = await side.call<{ id: number }[]>('listWalletTerms', 'for a charge', of);
  const { code } = await side.call('agreeWalletTerms', 'for a charge', {
    body: { customerKey: customer, scope, termsId: terms.map(({ id }) => id) },
    ticks: false,
  });
  const body = { customerKey: customer, grantType: 'AuthorizationCode', code };
  await side.call('issueWalletToken', 'for a charge', { body, ticks: false });
  const { methodKey } = await side.control.registerWalletCard({ params: { customerKey: customer }, body: {} });
  return { customerKey: customer, methodKey };
}
