import type { Sandbox } from '@jeongsan/testing';
import { totalOf, type Market, type Order } from './market.js';
import type { Records } from './records.js';
import type { SellerId } from './payment-stage.js';

/** A payment at the end of its story, and won that its sellers have of it then. */
export type Outcome = Readonly<{ paymentKey: string; shares: Readonly<Partial<Record<SellerId, bigint>>> }>;

export type Play = Readonly<{
  /** Begins the order numbers of this play. */
  name: string;
  market: Market;
  sandbox: Sandbox;
  records: Records;
  /** Waits until our books show something. */
  until: (what: string, isSo: () => Promise<boolean>) => Promise<void>;
  /** Moves the clocks. */
  later: (seconds: number) => Promise<void>;
}>;
type Story = (play: Play) => Promise<Outcome>;

const reason = { cancelReason: '변심' };
const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };
const CARD = { cardNumber: '9410001234567890', cardExpirationYear: '28', cardExpirationMonth: '07' };
const one = (sellerId: SellerId, amount: number) => [{ lineId: 'L1', sellerId, amount }];

async function buyer({ sandbox }: Play, order: Order, more: object = {}) {
  const { orderId } = order;
  const body = { method: '카드', orderId, orderName: '책', amount: BigInt(totalOf(order)), ...more } as const;
  const { paymentKey } = await sandbox.control.payAsBuyer({ body });
  return { paymentKey, orderId, amount: totalOf(order) };
}

/** A card payment of two sellers, canceled by line, then in the console, whose cancel an operator corrects. */
const card: Story = async (play) => {
  const { name, market, sandbox, records, until } = play;
  const lines = [...one('seller-a', 6_000), { lineId: 'L2', sellerId: 'seller-b', amount: 4_000 }];
  const order = { orderId: `${name}-card`, lines };
  await market.register(order);
  const asked = await buyer(play, order);
  const { paymentKey } = asked;
  await market.charge('/v1/payments/confirm', asked);
  const part = { ...reason, cancelAmount: 2_500, lines: [{ lineId: 'L1', amount: 2_500 }] };
  await market.charge(`/v1/payments/${paymentKey}/cancel`, part);
  await sandbox.api.cancelPayment({ params: { paymentKey }, body: { cancelReason: '콘솔', cancelAmount: 1_000n } });
  await until('the cancel in the console', async () => (await records.payment(paymentKey))?.canceled === 3_500n);
  const allocation = { lines: [{ lineId: 'L2', amount: 1_000 }], reason: '고객 확인' };
  await market.ask(`/cancels/${await records.assumedCancel(paymentKey)}/allocation`, allocation);
  return { paymentKey, shares: { 'seller-a': 3_500n, 'seller-b': 3_000n } };
};

/** A deposit that its bank withdraws, and that comes again; a part goes back to the buyer's bank. */
const account: Story = async (play) => {
  const { name, market, sandbox, records, until, later } = play;
  const order = { orderId: `${name}-account`, lines: one('seller-a', 10_000) };
  await market.register(order);
  const asked = await buyer(play, order, { method: '가상계좌' });
  const { paymentKey } = asked;
  const params = { paymentKey };
  const becomes = (state: string) =>
    until(`an account that is ${state}`, async () => (await records.payment(paymentKey))?.state === state);
  await market.charge('/v1/payments/confirm', asked);
  await sandbox.control.depositIntoAccount({ params, body: {} });
  await becomes('approved');
  await later(60);
  await sandbox.control.failDeposit({ params });
  await becomes('waiting');
  await later(60);
  await sandbox.control.depositIntoAccount({ params, body: {} });
  await becomes('approved');
  const path = `/v1/payments/${paymentKey}/cancel`;
  // Without an account, the provider does not know where the money shall go.
  await market.chargeInVain(path, { ...reason, cancelAmount: 4_000 });
  await market.charge(path, { ...reason, cancelAmount: 4_000, refundReceiveAccount });
  await sandbox.control.finishRefund({ params, body: {} });
  await until('the end of the refund', async () => !(await records.hasRefundPending(paymentKey)));
  return { paymentKey, shares: { 'seller-a': 6_000n } };
};

/** A charge of a billing key through the provider's path. */
const billing: Story = async ({ name, market, sandbox, records, until }) => {
  const order = { orderId: `${name}-billing`, lines: one('seller-c', 7_000) };
  await market.register(order);
  const customerKey = `customer-of-${name}`;
  const body = { ...CARD, customerKey, customerIdentityNumber: '880101' };
  const { billingKey } = await sandbox.api.issueBillingKeyByCard({ body });
  const charge = { customerKey, amount: 7_000, orderId: order.orderId, orderName: '책' };
  const { json } = await market.charge(`/v1/billing/${billingKey}`, charge);
  const paymentKey = String(json['paymentKey']);
  await until('the charge', async () => (await records.payment(paymentKey))?.state === 'approved');
  return { paymentKey, shares: { 'seller-c': 7_000n } };
};

/** A payment link: paid beside us, canceled in part through us, and registered when it is over. */
const link: Story = async ({ market, sandbox, records, until }) => {
  const { productKey } = await sandbox.api.createProduct({ body: { name: '책', amount: 5_000n } });
  const purchase = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
  const { orderKey, payment } = await sandbox.control.buyFromLink({ params: { productKey }, body: purchase });
  if (!payment) throw new Error(`Order ${orderKey} of a link has no payment`);
  const { paymentKey, orderId } = payment;
  await market.charge(`/v1/orders/${orderKey}/cancel`, { ...reason, cancelAmount: 1_000 });
  await until('the cancel of a link', async () => (await records.payment(paymentKey))?.canceled === 1_000n);
  await market.register({ orderId, lines: one('seller-c', 5_000) });
  await until('the order of a link', async () => (await records.payment(paymentKey))?.orderId === orderId);
  return { paymentKey, shares: { 'seller-c': 4_000n } };
};

/** A card that is refused, and another one that pays the same order. */
const refused: Story = async (play) => {
  const order = { orderId: `${play.name}-refused`, lines: one('seller-b', 3_000) };
  await play.market.register(order);
  await play.market.chargeInVain(
    '/v1/payments/confirm',
    await buyer(play, order, { refuseWith: 'REJECT_CARD_PAYMENT' }),
  );
  const asked = await buyer(play, order);
  await play.market.charge('/v1/payments/confirm', asked);
  return { paymentKey: asked.paymentKey, shares: { 'seller-b': 3_000n } };
};

/** Every way in which money comes in and goes back; all of them are played at once. */
export const stories: readonly Story[] = [card, account, billing, link, refused];
