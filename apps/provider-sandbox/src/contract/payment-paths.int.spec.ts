import { paymentLifecycle } from '@jeongsan/provider-contract';
import { nameOf, pathsFrom, type LifecycleStep as Step, stepsOf } from '@jeongsan/provider-walks';
import { refundReceiveAccount } from '../testing/accounts.js';
import { authenticated, freezeAt, newOrderId } from '../testing/buyer.js';
import { type Receiver, startReceiver } from '../testing/receiver.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});
beforeEach(async () => {
  await sandbox.control.reset({});
  receiver.received.splice(0);
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
});

const TOTAL = 10_000n;
const PART = 1_000n;
type Kind = 'card' | 'account';
type Trigger = {
  [S in keyof typeof paymentLifecycle]: keyof (typeof paymentLifecycle)[S];
}[keyof typeof paymentLifecycle];
type Walk = { readonly kind: Kind; readonly fails: boolean; paymentKey: string; orderId: string };

/** The triggers of each kind of payment: a card has no deposits, a virtual account no authentication. */
const triggersOf = {
  card: ['authenticate', 'expire', 'confirm', 'fail', 'cancel', 'cancelPart'],
  account: ['expire', 'issueAccount', 'deposit', 'depositError', 'cancel', 'cancelPart'],
} as const satisfies Record<Kind, readonly Trigger[]>;
const stepsFor = (kind: Kind): Step[] =>
  stepsOf(paymentLifecycle).filter(({ trigger }) => (triggersOf[kind] as readonly string[]).includes(trigger));
const walks = (['card', 'account'] as const).flatMap((kind) =>
  pathsFrom(stepsFor(kind), 'READY').map((path) => [kind, nameOf(path), path] as const),
);

async function open(kind: Kind, path: readonly Step[]): Promise<Walk> {
  const fails = path.some(({ trigger }) => trigger === 'fail');
  const order = { orderId: newOrderId(), orderName: '사과', amount: TOTAL };
  if (kind === 'account') {
    const { paymentKey } = await authenticated(sandbox, TOTAL, { method: '가상계좌', orderId: order.orderId });
    return { kind, fails, paymentKey, orderId: order.orderId };
  }
  const urls = { successUrl: 'https://market.example/ok', failUrl: 'https://market.example/no' };
  const { paymentKey } = await sandbox.provider.createPayment({ body: { ...order, ...urls, method: 'CARD' } });
  return { kind, fails, paymentKey, orderId: order.orderId };
}

const confirm = ({ paymentKey, orderId }: Walk) =>
  sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: TOTAL } });
const cancel = ({ kind, paymentKey }: Walk, from: string, cancelAmount?: bigint) =>
  sandbox.provider.cancelPayment({
    params: { paymentKey },
    body: {
      cancelReason: '변심',
      ...(cancelAmount !== undefined && { cancelAmount }),
      ...(kind === 'account' && from !== 'WAITING_FOR_DEPOSIT' && { refundReceiveAccount }),
    },
  });

/** The requests that cause each trigger. */
const bring = {
  authenticate: async (walk) => {
    if (!walk.fails) return sandbox.control.authenticatePayment({ params: walk });
    // A card that will be refused must be chosen in the window.
    const chosen = await authenticated(sandbox, TOTAL, { orderId: walk.orderId, refuseWith: 'REJECT_CARD_COMPANY' });
    walk.paymentKey = chosen.paymentKey;
    return chosen;
  },
  expire: () => freezeAt(sandbox, '2026-03-04T10:40:00'),
  issueAccount: confirm,
  confirm,
  fail: (walk) => expect(confirm(walk)).rejects.toMatchObject({ code: 'REJECT_CARD_COMPANY' }),
  deposit: (walk) => sandbox.control.depositIntoAccount({ params: walk, body: {} }),
  depositError: (walk) => sandbox.control.failDeposit({ params: walk }),
  cancel: (walk, { from }) => cancel(walk, from),
  cancelPart: (walk, { from }) => cancel(walk, from, PART),
} satisfies Record<Trigger, (walk: Walk, step: Step) => Promise<unknown>>;

/** The amount that a step moves; undefined: the step is not a transaction. */
function movedBy({ from, trigger }: Step, balance: bigint): bigint | undefined {
  if (trigger === 'confirm' || trigger === 'deposit') return TOTAL;
  if (trigger === 'issueAccount' || from === 'WAITING_FOR_DEPOSIT') return 0n;
  if (trigger === 'cancel' || trigger === 'depositError') return -balance;
  return trigger === 'cancelPart' ? -PART : undefined;
}

test('the two kinds take every step of the table', () => {
  const rows = (steps: readonly Step[]) => new Set(steps.map(({ from, trigger }) => `${from} ${trigger}`));
  expect(rows(walks.flatMap(([, , path]) => path))).toEqual(rows(stepsOf(paymentLifecycle)));
});

test.each(walks)('%s: %s', async (kind, _, path) => {
  const walk = await open(kind, path);
  const moved: bigint[] = [];
  let balance = 0n;
  for (const [minute, step] of path.entries()) {
    await freezeAt(sandbox, `2026-03-04T10:0${minute}:00`);
    await bring[step.trigger as Trigger](walk, step);
    const { status } = await sandbox.provider.getPayment({ params: walk });
    expect(status).toBe(step.to);
    const change = movedBy(step, balance);
    if (change === undefined) continue;
    moved.push(change);
    balance += change;
  }
  const day = { startDate: '2026-03-04', endDate: '2026-03-05' };
  const transactions = await sandbox.provider.listTransactions({ query: day });
  expect(transactions.map(({ amount }) => amount)).toEqual(moved.map((change) => (change < 0n ? -change : change)));

  // Weeks later everything is settled and paid out, and all webhooks have been sent.
  await freezeAt(sandbox, '2026-03-20T10:00:00');
  const events = receiver.received.map(({ json }) => json['data'] as { paymentKey: string; status: string });
  const told = events.filter(({ paymentKey }) => paymentKey === walk.paymentKey).map(({ status }) => status);
  expect(told).toEqual(path.map(({ to }) => to).filter((to) => to !== 'IN_PROGRESS'));
  const settled = await sandbox.provider.listSettlements({ query: { startDate: '2026-03-04', endDate: '2026-03-19' } });
  expect(settled.map(({ amount }) => amount)).toEqual(moved.filter((change) => change !== 0n));
  const paidOut = settled.reduce((sum, { payOutAmount }) => sum + payOutAmount, 0n);
  const { entityBody } = await sandbox.provider.getBalance({});
  expect(entityBody.pendingAmount.minor).toBe(0n);
  expect(entityBody.availableAmount.minor).toBe(paidOut > 0n ? paidOut : 0n);
  expect(await sandbox.control.readBook({})).toMatchObject({
    settledAmount: balance,
    settledPayOut: paidOut,
    available: paidOut,
  });
});
