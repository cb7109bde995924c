import { createOrder } from '../../orders/create-order/create-order.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { observePayment } from '../../payments/observe-payment/observe-payment.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { observeCancel } from '../observe-cancel/observe-cancel.js';
import { cancelPayment } from './cancel-payment.js';
import { requestCancel } from './request-cancel.js';

jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

const TOTAL = 30_000n;
type Race = Readonly<{ paymentKey: string; ours: bigint; theirs: bigint }>;

async function paid(): Promise<string> {
  const facts = order([{ amount: 10_000n }, { amount: 20_000n, sellerId: 'bolt' }]);
  await createOrder(world.gateway, facts);
  const payment = await buyerPays(world.sandbox, facts);
  await confirmPayment(world.gateway, payment);
  return payment.paymentKey;
}
const request = ({ paymentKey, ours }: Race) => ({
  paymentKey,
  requestKey: `ours of ${paymentKey}`,
  asked: { cancelReason: 'changed my mind', cancelAmount: ours },
});
const inConsole = ({ paymentKey, theirs }: Race) =>
  world.sandbox.api.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: 'from the console', cancelAmount: theirs },
  });
const fault = (kind: 'error' | 'drop-before-commit', code?: string) =>
  world.sandbox.control.addFault({ body: { operation: 'cancelPayment', kind, times: 1, ...(code && { code }) } });
const send = (race: Race) => cancelPayment(world.gateway, request(race)).catch(() => undefined);
const cancelsOf = (paymentKey: string) =>
  world.db.query<{ id: string; state: string; amount: bigint; code: string | null }[]>(
    `select c.id, c.state, c.amount, c.refusal_code as code from gateway.cancel c join gateway.payment p on p.id = c.payment_id
      where p.payment_key = $1 order by c.state desc, c.created_at`,
    [paymentKey],
  );
async function lookForOurs({ paymentKey }: Race): Promise<void> {
  await world.later(61);
  const [ours] = (await cancelsOf(paymentKey)).filter(({ state }) => state === 'requested');
  if (ours) await observeCancel(world.gateway, ours.id);
}

/** Every order of our cancel, the cancel in the console, and the looks. */
const races: Readonly<Record<string, (race: Race) => Promise<unknown>>> = {
  'ours is sent afterwards': async (race) => {
    await inConsole(race);
    await send(race);
  },
  'ours got lost on its way': async (race) => {
    await fault('drop-before-commit');
    await send(race);
    await inConsole(race);
    await lookForOurs(race);
  },
  'the process died before it sent ours': async (race) => {
    await requestCancel(world.gateway, request(race));
    await inConsole(race);
    await lookForOurs(race);
  },
  'the webhook of the console comes before ours is sent': async (race) => {
    await requestCancel(world.gateway, request(race));
    await inConsole(race);
    await observePayment(world.gateway, race.paymentKey);
    await lookForOurs(race);
  },
  'the provider answers ours with a code that its documents do not list for cancels': async (race) => {
    await inConsole(race);
    await fault('error', 'EXCEED_MAX_REFUND_AMOUNT');
    await send(race);
    await lookForOurs(race);
  },
};

describe.each(Object.keys(races))('the console cancels first; %s', (name) => {
  // prettier-ignore
  test.each([
    ['everything, ours too',  { ours: TOTAL,   theirs: TOTAL },   'ALREADY_CANCELED_PAYMENT'],
    ['everything',            { ours: 10_000n, theirs: TOTAL },   'ALREADY_CANCELED_PAYMENT'],
    ['more than ours leaves', { ours: 20_000n, theirs: 15_000n }, 'NOT_CANCELABLE_AMOUNT'],
    ['what ours would take',  { ours: 20_000n, theirs: 20_000n }, 'NOT_CANCELABLE_AMOUNT'],
  ] as const)('%s', async (_, amounts, code) => {
    const race = { ...amounts, paymentKey: await paid() };
    await races[name]?.(race);
    await observePayment(world.gateway, race.paymentKey);
    const [first, second] = await cancelsOf(race.paymentKey);
    expect([first, second]).toMatchObject([
      { state: 'refused', amount: race.ours, code: expect.stringMatching(`${code}|NOT_CANCELABLE`) as string },
      { state: 'done', amount: race.theirs, code: null },
    ]);
    expect((await world.books())['provider:receivable'] ?? 0n).toBe(TOTAL - race.theirs);
    await expect(cancelPayment(world.gateway, request(race))).rejects.toMatchObject({ code: 'CANCEL_REFUSED' });
    expect(await world.openJobs()).not.toContain('payment-cancel.observe');
    expect(world.alarms).toEqual([]);
  });
});
