import type { Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { arsServices } from './name-splits.js';

/** A buyer who let the market keep a card at the provider. */
export type BillingCustomer = Readonly<{ customerKey: string; billingKey: string }>;
export type WalletCustomer = Readonly<{ customerKey: string; methodKey: string }>;

/** The market's servers, and the buyers who have registered a way of paying with the provider. */
export type Shop = Readonly<{
  clients: Clients;
  billing: () => Promise<BillingCustomer>;
  wallet: () => Promise<WalletCustomer>;
  /** The ARS service of an order's seller: the first digits of its reservation numbers. */
  arsService: (order: Order) => Promise<string>;
}>;

/** Cards that the provider's test environment knows. */
export const TEST_CARD = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
} as const;

const BILLING_CUSTOMER = 'demo-billing-customer';
const WALLET_CUSTOMER = 'demo-wallet-customer';

/** The registered customers are made when the first of them pays. */
export function openShop(clients: Clients): Shop {
  return {
    clients,
    billing: once(() => registerCard(clients)),
    wallet: once(() => joinWallet(clients)),
    arsService: arsServices(clients),
  };
}

async function registerCard({ provider }: Clients): Promise<BillingCustomer> {
  const body = { customerKey: BILLING_CUSTOMER, ...TEST_CARD };
  const { billingKey } = await provider.issueBillingKeyByCard({ body }, { idempotencyKey: BILLING_CUSTOMER });
  return { customerKey: BILLING_CUSTOMER, billingKey };
}

async function joinWallet({ provider, control }: Clients): Promise<WalletCustomer> {
  const customerKey = WALLET_CUSTOMER;
  const scope: ('REGISTER' | 'CARD')[] = ['REGISTER', 'CARD'];
  const terms = await provider.listWalletTerms({ query: { customerKey, scope } });
  const agreed = { customerKey, scope, termsId: terms.map(({ id }) => id) };
  const { code } = await provider.agreeWalletTerms({ body: agreed }, { idempotencyKey: `${customerKey}/terms` });
  await provider.issueWalletToken(
    { body: { customerKey, grantType: 'AuthorizationCode', code } },
    { idempotencyKey: `${customerKey}/token` },
  );
  const { methodKey } = await control.registerWalletCard({ params: { customerKey }, body: {} });
  return { customerKey, methodKey };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
