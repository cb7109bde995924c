import { randomUUID } from 'node:crypto';
import type { Random } from '@jeongsan/random';
import type { ProviderPayment, ProviderSide } from './provider-side.js';

/** A purchase before its payment. */
export type Purchase = Readonly<{ orderId: string; amount: bigint }>;

/** A payment that the buyer has prepared. */
export type Prepared = Readonly<{
  /** The key of a payment that the market confirms; absent when the call that charges makes the payment. */
  paymentKey?: string;
  /** The operation of the provider's contract that charges; null: the buyer pays the provider without a call of the market. */
  operation: string | null;
  /** Charges, or issues the account. */
  charge: () => Promise<ProviderPayment>;
}>;

type Way = Readonly<{
  /** `numbered`: the market chooses the order number. `found`: the provider does, and the order can be registered afterwards only. */
  number: 'numbered' | 'found';
  /** Payments in other currencies never pass through us. */
  isBesideUsOnly?: true;
  prepare: (side: ProviderSide, purchase: Purchase, random: Random) => Promise<Prepared>;
}>;

type Choices = Partial<Parameters<ProviderSide['control']['payAsBuyer']>[0]['body']>;

/** A payment window with the buyer's choices; the market confirms the payment. */
const inWindow =
  (
    choices: Choices | ((purchase: Purchase) => Choices),
    confirm: 'confirmPayment' | 'confirmPaymentByKey' = 'confirmPayment',
  ) =>
  async ({ api, control }: ProviderSide, purchase: Purchase): Promise<Prepared> => {
    const chosen = typeof choices === 'function' ? choices(purchase) : choices;
    const { orderId, amount } = purchase;
    const body = { method: '카드', orderName: '책', ...chosen, orderId, amount } as const;
    const { paymentKey } = await control.payAsBuyer({ body });
    const charge = {
      confirmPayment: () => api.confirmPayment({ body: { paymentKey, orderId, amount } }),
      confirmPaymentByKey: () => api.confirmPaymentByKey({ params: { paymentKey }, body: { orderId, amount } }),
    }[confirm];
    return { paymentKey, operation: confirm, charge };
  };

const CARD = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
} as const;
const named = ({ orderId, amount }: Purchase) => ({ orderId, amount, orderName: '책' });

/** A customer of the wallet with a card. */
async function walletCustomer({ api, control }: ProviderSide) {
  const customerKey = `customer_${randomUUID().slice(0, 13)}`;
  const scope = ['REGISTER', 'CARD'] as const;
  const terms = await api.listWalletTerms({ query: { customerKey, scope: [...scope] } });
  const termsId = terms.map(({ id }) => id);
  const { code } = await api.agreeWalletTerms({ body: { customerKey, scope: [...scope], termsId } });
  await api.issueWalletToken({ body: { customerKey, grantType: 'AuthorizationCode', code } });
  const { methodKey } = await control.registerWalletCard({ params: { customerKey }, body: {} });
  return { customerKey, methodKey };
}

/** The payment that an action of the buyer at the provider made. */
const paidThere = (side: ProviderSide, paymentKey: string): Prepared => ({
  operation: null,
  charge: () => side.api.getPayment({ params: { paymentKey } }),
});

/** Every way in which money comes in. */
export const ways = {
  card: { number: 'numbered', prepare: inWindow({}) },
  'card by the older confirm': { number: 'numbered', prepare: inWindow({}, 'confirmPaymentByKey') },
  'card with escrow': { number: 'numbered', prepare: inWindow({ method: '계좌이체', useEscrow: true }) },
  'easy pay with points': {
    number: 'numbered',
    prepare: inWindow(({ amount }) => ({
      method: '간편결제',
      easyPay: { provider: '토스페이', cardAmount: amount / 2n, discountAmount: amount / 10n },
    })),
  },
  transfer: { number: 'numbered', prepare: inWindow({ method: '계좌이체' }) },
  mobile: { number: 'numbered', prepare: inWindow({ method: '휴대폰' }) },
  'gift certificate': { number: 'numbered', prepare: inWindow({ method: '문화상품권' }) },
  'easy pay abroad': {
    number: 'numbered',
    prepare: inWindow({ method: '간편결제', easyPay: { provider: 'ALIPAY' } }),
  },
  dollars: {
    number: 'numbered',
    isBesideUsOnly: true,
    prepare: inWindow({ method: '간편결제', currency: 'USD', easyPay: { provider: 'PAYPAL' } }),
  },
  'virtual account in the window': { number: 'numbered', prepare: inWindow({ method: '가상계좌' }) },
  'virtual account by request': {
    number: 'numbered',
    prepare: async ({ api }, purchase) => ({
      operation: 'issueVirtualAccount',
      charge: () => api.issueVirtualAccount({ body: { ...named(purchase), customerName: '김구매', bank: '신한' } }),
    }),
  },
  'billing key': {
    number: 'numbered',
    prepare: async ({ api }, purchase) => {
      const customerKey = `customer_${randomUUID()}`;
      const { billingKey } = await api.issueBillingKeyByCard({ body: { ...CARD, customerKey } });
      const body = { ...named(purchase), customerKey };
      return { operation: 'chargeBilling', charge: () => api.chargeBilling({ params: { billingKey }, body }) };
    },
  },
  'card number': {
    number: 'numbered',
    prepare: async ({ api }, purchase) => ({
      operation: 'payByCardNumber',
      charge: () => api.payByCardNumber({ body: { ...named(purchase), ...CARD } }),
    }),
  },
  wallet: {
    number: 'numbered',
    prepare: async (side, purchase) => {
      const customer = await walletCustomer(side);
      const { paymentKey } = await side.control.payAsWalletCustomer({ body: { ...named(purchase), ...customer } });
      const { orderId, amount } = purchase;
      const body = { paymentKey, orderId, amount, customerKey: customer.customerKey };
      return { operation: 'confirmWalletPayment', charge: () => side.api.confirmWalletPayment({ body }) };
    },
  },
  'wallet without the customer': {
    number: 'numbered',
    prepare: async (side, purchase) => {
      const body = { ...named(purchase), ...(await walletCustomer(side)) };
      return { operation: 'payByWallet', charge: () => side.api.payByWallet({ body }) };
    },
  },
  'payment link': {
    number: 'found',
    isBesideUsOnly: true,
    prepare: async (side, { amount }) => {
      const { productKey } = await side.api.createProduct({ body: { name: '책', amount } });
      const body = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
      const { payment } = await side.control.buyFromLink({ params: { productKey }, body });
      return paidThere(side, payment?.paymentKey ?? '');
    },
  },
  telephone: {
    number: 'found',
    isBesideUsOnly: true,
    prepare: async (side, { amount }, random) => {
      const payment = {
        method: 'CARD',
        amount: { minor: amount, currency: 'KRW' },
        orderName: '책',
        customerMobilePhone: '01012345678',
      } as const;
      const reserveNumber = String(random.integer(10_000_000, 99_999_999));
      const { entityBody } = await side.api.createReservation({
        body: { arsType: 'PAYMENT', payment, reserveNumber },
      });
      await side.control.callArs({ params: { id: entityBody.id }, body: {} });
      const session = await side.api.getArsSession({ query: { arsReservationId: entityBody.id } });
      return paidThere(side, session.entityBody.paymentId ?? '');
    },
  },
} as const satisfies Record<string, Way>;

export type WayName = keyof typeof ways;
export const wayNames = Object.keys(ways) as WayName[];
export const wayOf = (name: WayName): Way => ways[name];
