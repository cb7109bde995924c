import { createHash } from 'node:crypto';
import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { eachOrder, type ProviderClient } from '@jeongsan/provider-client';
import { isThroughUs, paidForOrder, type Order, type Way } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { NO_SERVICE, splitProduct } from './name-splits.js';
import { TEST_CARD, type Shop } from './shop.js';

/** A payment at the provider, and the order number that the provider shows for the payment. */
export type ProviderPayment = Readonly<{ orderId: string; paymentKey: string }>;
type Pay = (shop: Shop, order: Order) => Promise<ProviderPayment>;

/** The buyer pays an order in its way. Every request may be repeated: a second one finds what the first one did. */
export const payOrder: Pay = (shop, order) => ways[order.way](shop, order);

const BUYER = { customerName: '김구매', customerMobilePhone: '01012345678' } as const;

/** The fields that every way of paying names alike. */
function saleOf(order: Order) {
  const { orderId, orderName, lines } = order;
  const taxFreeAmount = lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  return { orderId, orderName, amount: paidForOrder(order), taxFreeAmount };
}

/** The buyer authenticates in the payment window; nothing is paid yet. */
async function openWindow({ clients }: Shop, order: Order) {
  const sale = saleOf(order);
  const { paymentKey } = await clients.control.payAsBuyer({ body: { method: order.method, ...sale } });
  return { paymentKey, orderId: sale.orderId, amount: sale.amount };
}

async function throughGateway(shop: Shop, order: Order): Promise<ProviderPayment> {
  return shop.clients.gateway.confirmOrderPayment({ body: await openWindow(shop, order) });
}

async function besideGateway(shop: Shop, order: Order): Promise<ProviderPayment> {
  const { orderId: idempotencyKey } = order;
  return shop.clients.provider.confirmPayment({ body: await openWindow(shop, order) }, { idempotencyKey });
}

/** The address for a charge that the market sends: the gateway's, or the provider's own. */
const addressFor = ({ throughUs, provider }: Clients, order: Order): ProviderClient =>
  isThroughUs(order) ? throughUs : provider;

async function byBillingKey({ clients, billing }: Shop, order: Order): Promise<ProviderPayment> {
  const { customerKey, billingKey } = await billing();
  const request = { params: { billingKey }, body: { customerKey, ...saleOf(order) } };
  return addressFor(clients, order).chargeBilling(request, { idempotencyKey: order.orderId });
}

async function byCardNumber({ clients }: Shop, order: Order): Promise<ProviderPayment> {
  const body = { ...saleOf(order), ...TEST_CARD };
  return addressFor(clients, order).payByCardNumber({ body }, { idempotencyKey: order.orderId });
}

/** Through us the market charges the wallet without its customer; beside us the customer pays in the wallet's window. */
async function byWallet({ clients, wallet }: Shop, order: Order): Promise<ProviderPayment> {
  const customer = await wallet();
  const { orderId, amount } = saleOf(order);
  if (isThroughUs(order)) {
    return clients.throughUs.payByWallet({ body: { ...customer, ...saleOf(order) } }, { idempotencyKey: orderId });
  }
  const { paymentKey } = await clients.control.payAsWalletCustomer({ body: { ...customer, ...saleOf(order) } });
  const body = { paymentKey, orderId, amount, customerKey: customer.customerKey };
  return clients.provider.confirmWalletPayment({ body }, { idempotencyKey: orderId });
}

/** One product with a stock of one for each order, so that a repeated purchase finds the product sold out. */
async function byLink({ clients }: Shop, order: Order): Promise<ProviderPayment> {
  const { control, provider } = clients;
  const { orderId, orderName, amount } = saleOf(order);
  const product = { name: orderName, amount, stock: { quantity: 1 } };
  const { productKey } = await provider.createProduct({ body: product }, { idempotencyKey: orderId });
  if (order.registered === 'BY_SPLIT') await splitProduct(clients, order, productKey);
  const { customerName, customerMobilePhone: customerPhoneNumber } = BUYER;
  const body = { quantity: 1, customerName, customerPhoneNumber, method: order.method };
  const bought = await control.buyFromLink({ params: { productKey }, body }).catch(async (error: unknown) => {
    if (error instanceof CallError) {
      for await (const earlier of eachOrder(provider, {})) {
        if (earlier.orderItems?.some((item) => item.product.productKey === productKey)) return earlier;
      }
    }
    throw error;
  });
  if (!bought.payment) throw new Error(`The buyer of the link for ${orderId} did not pay`);
  return bought.payment;
}

async function byPhone({ clients, arsService }: Shop, order: Order): Promise<ProviderPayment> {
  const { control, provider } = clients;
  const { orderId, orderName, amount } = saleOf(order);
  const { customerMobilePhone } = BUYER;
  const payment = { method: 'CARD', amount: won(amount), orderName, customerMobilePhone } as const;
  const service = order.registered === 'BY_SPLIT' ? await arsService(order) : NO_SERVICE;
  const body = { arsType: 'PAYMENT', payment, reserveNumber: reserveNumberOf(orderId, service) } as const;
  const { entityBody: reservation } = await provider.createReservation({ body }, { idempotencyKey: orderId });
  await control.callArs({ params: { id: reservation.id }, body: {} }).catch((error: unknown) => {
    // A repeat finds the reservation paid.
    if (!(error instanceof CallError && error.code === 'NOT_POSSIBLE')) throw error;
  });
  const { entityBody: session } = await provider.getArsSession({ query: { arsReservationId: reservation.id } });
  return provider.getPayment({ params: { paymentKey: session.paymentId ?? '' } });
}

/** Twelve digits, the provider's longest reservation number: the service's digits, then some that differ for each order. */
function reserveNumberOf(orderId: string, service: string): string {
  const number = BigInt(`0x${createHash('sha256').update(orderId).digest('hex')}`);
  const digits = 12 - service.length;
  return service + (number % 10n ** BigInt(digits)).toString().padStart(digits, '0');
}

const ways = {
  WINDOW: throughGateway,
  VIRTUAL_ACCOUNT: throughGateway,
  BILLING: byBillingKey,
  WALLET: byWallet,
  KEY_IN: byCardNumber,
  LINK: byLink,
  ARS: byPhone,
  BESIDE: besideGateway,
} as const satisfies Record<Way, Pay>;
