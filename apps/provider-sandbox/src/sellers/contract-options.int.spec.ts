import { freezeAt, funded } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { startReceiver, until } from '../testing/receiver.js';
import { account, approved, payoutItem, registered, sellerBody } from '../testing/sellers.js';

/** The contract's settings choose between two readings of the documents. */
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const masked = '110****56789';
const express = async (destination: string, amount = 1_000n) => {
  const [payout] = (await sandbox.provider.createPayouts({ body: [payoutItem(destination, amount)] })).entityBody.items;
  if (!payout) throw new Error('No payout was answered');
  return payout;
};

test('answers show account numbers unless they are to be masked, everywhere', async () => {
  const { id } = await registered(sandbox);
  const shown = async () => [
    (await sandbox.provider.getSeller({ params: { id } })).entityBody.account.accountNumber,
    (await sandbox.provider.updateSeller({ params: { id }, body: {} })).entityBody.account.accountNumber,
    (await sandbox.provider.listSellers({ query: {} })).entityBody.items[0]?.account.accountNumber,
    (await sandbox.provider.createSeller({ body: sellerBody() })).entityBody.account.accountNumber,
  ];
  expect(new Set(await shown())).toEqual(new Set([account.accountNumber]));
  await sandbox.control.changeSettings({ body: { maskAccountNumbers: true } });
  expect(new Set(await shown())).toEqual(new Set([masked]));
});

// prettier-ignore
test.each([
  [false, 'REQUESTED'],
  [true,  'IN_PROGRESS'],
])('where EXPRESS starts at once is %s, it is answered %s, and completed either way', async (expressStartsAtOnce, status) => {
  await funded(sandbox, 10_000n);
  await sandbox.control.changeSettings({ body: { expressStartsAtOnce, payoutCompletionSeconds: 60 } });
  const { id } = await approved(sandbox);
  const payout = await express(id);
  expect(payout.status).toBe(status);
  const scheduled = payoutItem(id, 1_000n, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' });
  expect((await sandbox.provider.createPayouts({ body: scheduled })).entityBody.items).toMatchObject([{ status: 'REQUESTED' }]);
  const read = async () => (await sandbox.provider.getPayout({ params: { id: payout.id } })).entityBody.status;
  await freezeAt(sandbox, '2026-03-04T10:00:59');
  expect(await read()).toBe('IN_PROGRESS');
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  expect(await read()).toBe('COMPLETED');
});

test('without the payout contract sellers, payouts and the balance answer 403; account checks do not need it', async () => {
  const { id } = await approved(sandbox);
  await sandbox.control.changeSettings({ body: { payoutContract: false } });
  const refused = { outcome: 'rejected', status: 403, code: 'FORBIDDEN_REQUEST' };
  const { provider } = sandbox;
  for (const call of [
    () => provider.getBalance({}),
    () => provider.createSeller({ body: sellerBody() }),
    () => provider.updateSeller({ params: { id }, body: {} }),
    () => provider.getSeller({ params: { id } }),
    () => provider.deleteSeller({ params: { id } }),
    () => provider.listSellers({ query: {} }),
    () => express(id),
    () => provider.getPayout({ params: { id: 'any' } }),
    () => provider.cancelPayout({ params: { id: 'any' } }),
    () => provider.listPayouts({ query: {} }),
  ])
    await expect(call()).rejects.toMatchObject(refused);
  expect(
    (await provider.validateAccount({ body: { bankCode: '088', accountNumber: '110123456789' } })).entityBody,
  ).toEqual({ isValid: true });
});

// prettier-ignore
test.each([
  ['INDIVIDUAL',          'INVALID_REQUEST'],
  ['INDIVIDUAL_BUSINESS', 'INVALID_REQUEST'],
  ['CORPORATE',           'OK'],
] as const)('where only companies can be sellers, %s: %s', async (businessType, expected) => {
  await sandbox.control.changeSettings({ body: { onlyCorporateSellers: true } });
  const verdict = await registered(sandbox, businessType).then(() => 'OK', ({ code }: { code: string }) => code);
  expect(verdict).toBe(expected);
});

// prettier-ignore
test.each([
  // Wednesday to Monday: within seven days, but another calendar week.
  ['ROLLING',  '2026-03-09T10:00:00', 'FORBIDDEN_SELLER_PAYOUT'],
  ['CALENDAR', '2026-03-09T10:00:00', 'OK'],
  ['CALENDAR', '2026-03-06T10:00:00', 'FORBIDDEN_SELLER_PAYOUT'],
  ['ROLLING',  '2026-03-11T10:00:00', 'OK'],
] as const)('with a %s week the limit of Wednesday counts at %s: %s', async (weeklyLimitWindow, time, expected) => {
  await funded(sandbox, 30_000_000n);
  await sandbox.control.changeSettings({ body: { weeklyLimitWindow } });
  const { id } = await registered(sandbox);
  await express(id, 10_000_000n);
  await freezeAt(sandbox, time);
  expect(await express(id, 1n).then(() => 'OK', ({ code }: { code: string }) => code)).toBe(expected);
});

test('an approved seller is reviewed again: nothing is paid until it is approved once more', async () => {
  const receiver = await startReceiver();
  await funded(sandbox, 10_000n);
  const { id } = await approved(sandbox);
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['seller.changed'] } });
  expect(await sandbox.control.reviewSellerAgain({ params: { id } })).toMatchObject({ status: 'KYC_REQUIRED' });
  await expect(express(id)).rejects.toMatchObject({ code: 'FORBIDDEN_SELLER_PAYOUT' });
  await expect(sandbox.control.reviewSellerAgain({ params: { id } })).rejects.toMatchObject({ status: 409 });
  await sandbox.control.finishKyc({ params: { id } });
  expect(await express(id)).toMatchObject({ status: 'REQUESTED' });
  await until('both changes', () => receiver.received.length === 2);
  expect(receiver.received.map(({ json }) => (json['entityBody'] as { status: string }).status)).toEqual([
    'KYC_REQUIRED',
    'APPROVED',
  ]);
  expect((await raw(sandbox, 'POST', '/control/sellers/nobody/review-again')).status).toBe(404);
  await receiver.close();
});

test('a rejected payout is announced as failed, a removed one not at all; the money of both is back', async () => {
  const receiver = await startReceiver();
  await funded(sandbox, 10_000n);
  const { id } = await approved(sandbox);
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['payout.changed'] } });
  const later = { scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' } as const;
  const { items } = (
    await sandbox.provider.createPayouts({ body: [payoutItem(id, 3_000n, later), payoutItem(id, 4_000n, later)] })
  ).entityBody;
  const [first, second] = items.map((item) => item.id);
  const error = { code: 'REJECTED_BY_REVIEW', message: '지급이 거절되었습니다.' };
  expect(await sandbox.control.rejectPayout({ params: { id: first ?? '' }, body: error })).toMatchObject({
    status: 'REJECTED',
    error,
  });
  expect(await sandbox.control.removePayout({ params: { id: second ?? '' } })).toMatchObject({
    status: 'DELETED',
    error: null,
  });
  await until('the webhook', () => receiver.received.length === 1);
  expect(receiver.received[0]?.json).toMatchObject({ entityBody: { id: first, status: 'FAILED', error } });
  expect((await sandbox.provider.getBalance({})).entityBody.availableAmount.minor).toBe(10_000n);
  for (const stop of [
    () => sandbox.control.removePayout({ params: { id: first ?? '' } }),
    () => sandbox.provider.cancelPayout({ params: { id: second ?? '' } }),
  ])
    await expect(stop()).rejects.toMatchObject({
      code: expect.stringMatching(/^(NOT_POSSIBLE|NOT_CANCELABLE_PAYOUT)$/) as string,
    });
  await freezeAt(sandbox, '2026-03-06T10:00:00');
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});
