import {
  legacyPayoutLifecycle,
  refundLifecycle,
  subMallLifecycle,
  walletCustomerLifecycle,
  walletMethodLifecycle,
} from '@jeongsan/provider-contract';
import { type Bring, nameOf, pathsFrom, stepsOf, walksFrom } from '@jeongsan/provider-walks';
import { deposited, refundReceiveAccount } from '../testing/accounts.js';
import { freezeAt, funded } from '../testing/buyer.js';
import { type Receiver, startReceiver } from '../testing/receiver.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { corporateMall, individualMall, legacyItem } from '../testing/sub-malls.js';
import { joined, withAccount, withCard } from '../testing/wallet-customer.js';

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
type Event = 'SUBMALL_STATUS_CHANGED' | 'PAYOUT_STATUS_CHANGED' | 'CUSTOMER_STATUS_CHANGED' | 'METHOD_UPDATED';
const listen = (event: Event) => sandbox.control.registerWebhook({ body: { url: receiver.url, events: [event] } });
beforeEach(async () => {
  await sandbox.control.reset({});
  receiver.received.splice(0);
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

/** The statuses in the received webhooks; moving the clock waits for the webhooks. */
async function announced(until: string): Promise<unknown[]> {
  await freezeAt(sandbox, until);
  return receiver.received.map(({ json }) => (json['data'] as { status: string }).status);
}

const mallSteps = {
  exceedLimit: (subMallId) =>
    expect(
      sandbox.provider.createLegacyPayouts({ body: [legacyItem(10_000_001n, { subMallId })] }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' }),
  completeKyc: (subMallId) => sandbox.control.finishSubMallKyc({ params: { subMallId } }),
} satisfies Bring<typeof subMallLifecycle>;

test.each(walksFrom(subMallLifecycle, 'PARTIALLY_APPROVED'))('sub-mall: %s', async (_, path) => {
  await funded(sandbox, 30_000_000n);
  await listen('SUBMALL_STATUS_CHANGED');
  const { subMallId } = await sandbox.provider.createSubMall({ body: individualMall });
  for (const { trigger, to } of path) {
    await mallSteps[trigger as keyof typeof mallSteps](subMallId);
    expect(await sandbox.provider.getSubMall({ params: { subMallId } })).toMatchObject({ status: to });
  }
  expect(await announced('2026-03-04T10:10:00')).toEqual(path.map(({ to }) => to));
});

const payoutSteps = {
  start: () => freezeAt(sandbox, '2026-03-05T09:30:00'),
  cancel: (payoutKey) => sandbox.provider.cancelLegacyPayout({ params: { payoutKey } }),
  complete: (payoutKey) => sandbox.control.completeLegacyPayout({ params: { payoutKey } }),
  fail: (payoutKey) =>
    sandbox.control.failLegacyPayout({ params: { payoutKey }, body: { code: 'BANK_REFUSED', message: '은행 거절' } }),
} satisfies Bring<typeof legacyPayoutLifecycle>;

test.each(walksFrom(legacyPayoutLifecycle, 'REQUESTED'))('legacy payout: %s', async (_, path) => {
  await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
  await listen('PAYOUT_STATUS_CHANGED');
  await funded(sandbox, 50_000n);
  await sandbox.provider.createSubMall({ body: corporateMall });
  await sandbox.provider.createLegacyPayouts({ body: [legacyItem(20_000n)] });
  const [payout] = await sandbox.provider.listLegacyPayouts({
    query: { startDate: '2026-03-01', endDate: '2026-12-31' },
  });
  const payoutKey = payout?.payoutKey ?? '';
  for (const { trigger, to } of path) {
    await payoutSteps[trigger as keyof typeof payoutSteps](payoutKey);
    const found = await sandbox.provider.getLegacyPayout({ params: { payoutKey } });
    expect(found).toMatchObject({ status: to, failure: to === 'FAILED' ? { code: 'BANK_REFUSED' } : null });
  }
  const end = path.at(-1)?.to;
  expect(await announced('2026-03-05T10:00:00')).toEqual(end === 'CANCELED' ? [] : [end]);
  expect(await sandbox.provider.getLegacyBalance({})).toEqual({ balance: end === 'COMPLETED' ? 30_000n : 50_000n });
});

const refundSteps = {
  request: (paymentKey) =>
    sandbox.provider.cancelPayment({
      params: { paymentKey },
      body: { cancelReason: '변심', cancelAmount: 10_000n, refundReceiveAccount },
    }),
  complete: (paymentKey) => sandbox.control.finishRefund({ params: { paymentKey }, body: {} }),
  failPart: (paymentKey) => sandbox.control.failRefund({ params: { paymentKey }, body: {} }),
  fail: (paymentKey) => sandbox.control.failRefund({ params: { paymentKey }, body: {} }),
} satisfies Bring<typeof refundLifecycle>;
// Several open refunds, and a whole refund, are tested in specs of their own.
const partSteps = stepsOf(refundLifecycle).filter(
  ({ from, trigger }) => trigger !== 'fail' && !(from === 'PENDING' && trigger === 'request'),
);
const refundWalks = pathsFrom(partSteps, 'NONE').map((path) => [nameOf(path), path] as const);

test.each(refundWalks)('refunds of a virtual account in parts: %s', async (_, path) => {
  const { paymentKey } = await deposited(sandbox, { amount: 50_000n });
  let hasFailed = false;
  for (const { trigger, to } of path) {
    await refundSteps[trigger as keyof typeof refundSteps](paymentKey);
    hasFailed ||= to === 'PARTIAL_FAILED';
    const { virtualAccount } = await sandbox.provider.getPayment({ params: { paymentKey } });
    // After one failed partial refund the status stays PARTIAL_FAILED, even if a later one succeeds.
    expect(virtualAccount?.refundStatus).toBe(hasFailed && to === 'COMPLETED' ? 'PARTIAL_FAILED' : to);
  }
});

const customerSteps = {
  hold: (customerKey) => sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold: true } }),
  release: (customerKey) =>
    sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold: false } }),
  remove: (customerKey) => sandbox.control.withdrawWalletCustomer({ params: { customerKey } }),
} satisfies Bring<typeof walletCustomerLifecycle>;

test.each(walksFrom(walletCustomerLifecycle, 'CREATED'))('wallet customer: %s', async (_, path) => {
  await listen('CUSTOMER_STATUS_CHANGED');
  const { customerKey } = await joined(sandbox);
  for (const { trigger, to } of path) {
    await customerSteps[trigger as keyof typeof customerSteps](customerKey);
    expect(await sandbox.control.readWalletCustomer({ params: { customerKey } })).toMatchObject({ status: to });
  }
  const isGone = path.at(-1)?.to === 'REMOVED';
  expect(await announced('2026-03-04T10:10:00')).toEqual(isGone ? ['CREATED', 'REMOVED'] : ['CREATED']);
});

test.each(walksFrom(walletMethodLifecycle, 'ENABLED'))('a card and an account of the wallet: %s', async (_, path) => {
  await listen('METHOD_UPDATED');
  const { customerKey, as } = await joined(sandbox);
  const card = await withCard(sandbox, customerKey);
  const account = await withAccount(sandbox, customerKey);
  const removed = [
    await sandbox.provider.removeWalletCard({ body: { methodKey: card.methodKey } }, as),
    await sandbox.provider.removeWalletAccount({ body: { methodKey: account.methodKey } }, as),
  ];
  expect(removed.map(({ status }) => status)).toEqual([path.at(-1)?.to, path.at(-1)?.to]);
  expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ cards: [], accounts: [] });
  expect(await announced('2026-03-04T10:10:00')).toEqual(['ENABLED', 'ENABLED', 'DISABLED', 'DISABLED']);
});
