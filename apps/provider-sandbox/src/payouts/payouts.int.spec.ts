import { freezeAt, funded } from '../testing/buyer.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { approved, newRef, payoutItem, registered, sellerBody } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

type Item = ReturnType<typeof payoutItem>;
const request = async (...body: Item[]) => (await sandbox.provider.createPayouts({ body })).entityBody.items;
const read = async (id: string) => (await sandbox.provider.getPayout({ params: { id } })).entityBody;
const available = async () => (await sandbox.provider.getBalance({})).entityBody.availableAmount.minor;

describe('a payout', () => {
  test('EXPRESS is requested, under way, and completed after its seconds; the money is gone', async () => {
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    const item = payoutItem(seller.id, 300_000n);
    const [payout] = await request(item);
    expect(payout).toMatchObject({ ...item, payoutDate: '2026-03-04', status: 'REQUESTED', error: null });
    expect(payout?.id).toMatch(/^payout_a[0-9a-z]{26}$/);
    expect(await available()).toBe(700_000n);
    await freezeAt(sandbox, '2026-03-04T10:00:04');
    expect(await read(payout?.id ?? '')).toMatchObject({ status: 'IN_PROGRESS' });
    await freezeAt(sandbox, '2026-03-04T10:00:05');
    expect(await read(payout?.id ?? '')).toMatchObject({ status: 'COMPLETED' });
    expect(await available()).toBe(700_000n);
    expect(await sandbox.control.readBook({})).toMatchObject({
      available: 700_000n,
      payouts: [{ status: 'COMPLETED', count: 1, amount: 300_000n }],
      paidBySeller: [{ sellerId: seller.id, refSellerId: seller.refSellerId, count: 1, amount: 300_000n }],
    });
  });

  test('SCHEDULED waits for nine on its day, and can be taken back until then', async () => {
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    const scheduled = { scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' } as const;
    const [stays, leaves] = await request(
      payoutItem(seller.id, 100_000n, scheduled),
      payoutItem(seller.id, 50_000n, scheduled),
    );
    await freezeAt(sandbox, '2026-03-05T08:59:59');
    expect(await read(stays?.id ?? '')).toMatchObject({ status: 'REQUESTED', payoutDate: '2026-03-05' });
    expect((await sandbox.provider.cancelPayout({ params: { id: leaves?.id ?? '' } })).entityBody).toMatchObject({
      status: 'CANCELED',
    });
    expect(await available()).toBe(900_000n);
    await freezeAt(sandbox, '2026-03-05T09:00:00');
    expect(await read(stays?.id ?? '')).toMatchObject({ status: 'IN_PROGRESS' });
    await expect(sandbox.provider.cancelPayout({ params: { id: stays?.id ?? '' } })).rejects.toMatchObject({
      status: 400,
      code: 'NOT_CANCELABLE_PAYOUT',
    });
    await expect(sandbox.provider.cancelPayout({ params: { id: leaves?.id ?? '' } })).rejects.toMatchObject({
      code: 'NOT_CANCELABLE_PAYOUT',
    });
    await freezeAt(sandbox, '2026-03-06T00:00:00');
    expect(await read(stays?.id ?? '')).toMatchObject({ status: 'COMPLETED' });
    expect(await available()).toBe(900_000n);
  });

  // prettier-ignore
  test.each([
    ['295', '77701777777'],
    ['011', '3025353430761'],
    ['002', '02004240994312'],
  ])('to the published account %s %s fails at the bank, and its money returns', async (bankCode, accountNumber) => {
    await funded(sandbox, 1_000_000n);
    const { entityBody: seller } = await sandbox.provider.createSeller({ body: { ...sellerBody(), account: { bankCode, accountNumber, holderName: '정산' } } });
    const [payout] = await request(payoutItem(seller.id, 300_000n));
    expect(await available()).toBe(700_000n);
    await freezeAt(sandbox, '2026-03-04T10:01:00');
    expect(await read(payout?.id ?? '')).toMatchObject({ status: 'FAILED', error: { code: 'ACCOUNT_TRANSFER_REJECTED' } });
    expect(await available()).toBe(1_000_000n);
  });

  test('ends when told to, where banks do nothing by themselves', async () => {
    await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    const [one, two] = await request(payoutItem(seller.id, 1_000n), payoutItem(seller.id, 2_000n));
    await freezeAt(sandbox, '2026-03-09T10:00:00');
    expect(await read(one?.id ?? '')).toMatchObject({ status: 'IN_PROGRESS' });
    expect(await sandbox.control.completePayout({ params: { id: one?.id ?? '' } })).toMatchObject({
      status: 'COMPLETED',
    });
    const error = { code: 'BANK_MAINTENANCE', message: '은행 점검' };
    expect(await sandbox.control.failPayout({ params: { id: two?.id ?? '' }, body: error })).toMatchObject({
      status: 'FAILED',
      error,
    });
    await expect(sandbox.control.failPayout({ params: { id: one?.id ?? '' }, body: error })).rejects.toMatchObject({
      status: 409,
      code: 'NOT_POSSIBLE',
    });
    await expect(sandbox.control.completePayout({ params: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await available()).toBe(999_000n);
  });

  test('that is not there is not found', async () => {
    await expect(read('nobody')).rejects.toMatchObject({ status: 404, code: 'PAYOUT_NOT_FOUND' });
    await expect(sandbox.provider.cancelPayout({ params: { id: 'nobody' } })).rejects.toMatchObject({
      code: 'PAYOUT_NOT_FOUND',
    });
  });
});

describe('a request', () => {
  test('of a hundred is taken as a whole, in its order, and one object is as good as a list', async () => {
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    const wanted = Array.from({ length: 100 }, (_, i) => payoutItem(seller.id, BigInt(i + 1)));
    expect((await request(...wanted)).map(({ amount }) => amount.minor)).toEqual(
      wanted.map(({ amount }) => amount.minor),
    );
    const { entityBody } = await sandbox.provider.createPayouts({ body: payoutItem(seller.id, 1n) });
    expect(entityBody).toMatchObject({ size: 1, hasMore: false });
    await expect(request(...wanted, payoutItem(seller.id, 1n))).rejects.toMatchObject({
      code: 'EXCEED_MAX_PAYOUT_COUNT',
    });
  });

  test('with one bad item pays nobody, names the first bad one, and leaves every refPayoutId free', async () => {
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    const good = payoutItem(seller.id, 1_000n);
    const bad = payoutItem('seller_none', 1_000n);
    const worse = payoutItem(seller.id, 1_000_000_000n);
    const failure = (await request(good, bad, worse).catch((error: unknown) => error)) as {
      code: string;
      detail: string;
    };
    expect(failure).toMatchObject({ outcome: 'rejected', code: 'NOT_FOUND_SELLER' });
    expect(failure.detail).toMatch(new RegExp(`\\(refPayoutId: ${bad.refPayoutId}\\)$`));
    expect(await available()).toBe(1_000_000n);
    expect((await sandbox.provider.listPayouts({ query: {} })).entityBody.items).toEqual([]);
    expect(await request(good)).toHaveLength(1);
  });

  // prettier-ignore
  test.each([
    ['an amount at the limit',  (id: string) => payoutItem(id, 1_000_000_000n),                                                  'EXCEED_MAX_PAYOUT_AMOUNT'],
    ['nothing',                 (id: string) => payoutItem(id, 0n),                                                              'INVALID_REQUEST'],
    ['more than there is',      (id: string) => payoutItem(id, 1_000_001n),                                                      'NOT_ENOUGH_AMOUNT'],
    ['no date',                 (id: string) => payoutItem(id, 1n, { scheduleType: 'SCHEDULED' }),                               'INVALID_PAYABLE_DATE'],
    ['today',                   (id: string) => payoutItem(id, 1n, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-04' }),     'INVALID_PAYABLE_DATE'],
    ['a date too far away',     (id: string) => payoutItem(id, 1n, { scheduleType: 'SCHEDULED', payoutDate: '2027-03-05' }),     'INVALID_PAYABLE_DATE'],
    ['a Saturday',              (id: string) => payoutItem(id, 1n, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-07' }),     'NOT_ALLOWED_HOLIDAY'],
    ['a holiday',               (id: string) => payoutItem(id, 1n, { scheduleType: 'SCHEDULED', payoutDate: '2026-05-05' }),     'NOT_ALLOWED_HOLIDAY'],
  ] as const)('for %s is refused', async (_, item, code) => {
    await funded(sandbox, 1_000_000n);
    const seller = await approved(sandbox);
    await expect(request(item(seller.id))).rejects.toMatchObject({ outcome: 'rejected', status: 400, code });
  });

  // prettier-ignore
  test.each([
    ['2026-03-04T07:59:59', 'NOT_AVAILABLE_EXPRESS_TIME'],
    ['2026-03-04T08:00:00', 'taken'],
    ['2026-03-04T14:59:59', 'taken'],
    ['2026-03-04T15:00:00', 'NOT_AVAILABLE_EXPRESS_TIME'],
    ['2026-03-07T10:00:00', 'NOT_AVAILABLE_EXPRESS_TIME'],
    ['2026-05-05T10:00:00', 'NOT_AVAILABLE_EXPRESS_TIME'],
  ])('EXPRESS at %s is %s', async (time, verdict) => {
    await funded(sandbox, 1_000n);
    const seller = await approved(sandbox);
    await freezeAt(sandbox, time);
    const result = await request(payoutItem(seller.id, 1n)).then(() => 'taken', (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
  });

  test('with a refPayoutId used before, in this request or an earlier one, is refused', async () => {
    await funded(sandbox, 1_000n);
    const seller = await approved(sandbox);
    const refPayoutId = newRef();
    await expect(
      request(payoutItem(seller.id, 1n, { refPayoutId }), payoutItem(seller.id, 1n, { refPayoutId })),
    ).rejects.toMatchObject({ code: 'DUPLICATED_REF_PAYOUT_ID' });
    const [payout] = await request(
      payoutItem(seller.id, 1n, { refPayoutId, scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' }),
    );
    await sandbox.provider.cancelPayout({ params: { id: payout?.id ?? '' } });
    await expect(request(payoutItem(seller.id, 1n, { refPayoutId }))).rejects.toMatchObject({
      code: 'DUPLICATED_REF_PAYOUT_ID',
    });
  });

  test('that is rejected burns its refPayoutIds only where the contract says so', async () => {
    await funded(sandbox, 1_000n);
    const seller = await approved(sandbox);
    await sandbox.control.changeSettings({ body: { rejectedRequestsBurnRefPayoutIds: true } });
    const [good, bad] = [payoutItem(seller.id, 1n), payoutItem('nobody', 1n)];
    await expect(request(good, bad)).rejects.toMatchObject({ code: 'NOT_FOUND_SELLER' });
    await expect(request(good)).rejects.toMatchObject({ code: 'DUPLICATED_REF_PAYOUT_ID' });
  });

  test('of twenty at once spends no won twice', async () => {
    await funded(sandbox, 10_000n);
    const seller = await approved(sandbox);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => request(payoutItem(seller.id, 1_000n))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await available()).toBe(0n);
  });
});

describe('the weekly limit', () => {
  const status = async (id: string) => (await sandbox.provider.getSeller({ params: { id } })).entityBody.status;

  // prettier-ignore
  test.each([
    ['exactly the limit',            false, [10_000_000n],              'PARTIALLY_APPROVED'],
    ['one won more',                 false, [10_000_001n],              'KYC_REQUIRED'],
    ['exactly, where that is over',  true,  [10_000_000n],              'KYC_REQUIRED'],
    ['in two parts over the limit',  false, [9_000_000n, 1_000_001n],   'KYC_REQUIRED'],
  ] as const)('with %s', async (_, weeklyLimitInclusive, amounts, verdict) => {
    await sandbox.control.changeSettings({ body: { weeklyLimitInclusive } });
    await funded(sandbox, 50_000_000n);
    const seller = await registered(sandbox);
    const results = [];
    for (const amount of amounts) results.push(await request(payoutItem(seller.id, amount)).then(() => 'taken', (error: { code: string }) => error.code));
    expect(results.at(-1)).toBe(verdict === 'KYC_REQUIRED' ? 'FORBIDDEN_SELLER_PAYOUT' : 'taken');
    expect(await status(seller.id)).toBe(verdict);
  });

  test('counts seven days back, and what came back to the balance does not count', async () => {
    await funded(sandbox, 50_000_000n);
    const seller = await registered(sandbox);
    const [payout] = await request(
      payoutItem(seller.id, 9_000_000n, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' }),
    );
    await sandbox.provider.cancelPayout({ params: { id: payout?.id ?? '' } });
    await request(payoutItem(seller.id, 9_000_000n));
    await freezeAt(sandbox, '2026-03-11T10:00:00');
    await request(payoutItem(seller.id, 9_000_000n));
    expect(await status(seller.id)).toBe('PARTIALLY_APPROVED');
  });

  test('once exceeded, nothing is paid until the review is done; then there is none', async () => {
    await funded(sandbox, 50_000_000n);
    const seller = await registered(sandbox);
    await expect(request(payoutItem(seller.id, 10_000_001n))).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN_SELLER_PAYOUT',
    });
    await expect(request(payoutItem(seller.id, 1n))).rejects.toMatchObject({ code: 'FORBIDDEN_SELLER_PAYOUT' });
    await sandbox.control.finishKyc({ params: { id: seller.id } });
    expect(await request(payoutItem(seller.id, 30_000_000n))).toHaveLength(1);
  });

  test('does not matter before the identity check: nothing is paid at all', async () => {
    await funded(sandbox, 1_000n);
    const seller = await registered(sandbox, 'INDIVIDUAL');
    await expect(request(payoutItem(seller.id, 1n))).rejects.toMatchObject({ code: 'FORBIDDEN_SELLER_PAYOUT' });
    expect(await status(seller.id)).toBe('APPROVAL_REQUIRED');
  });
});

test('payouts are listed in the order of their requests, by window of date and page by page', async () => {
  await funded(sandbox, 1_000_000n);
  const seller = await approved(sandbox);
  const dates = ['2026-03-06', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-06'];
  const made = [];
  for (const payoutDate of dates)
    made.push(...(await request(payoutItem(seller.id, 1n, { scheduleType: 'SCHEDULED', payoutDate }))));
  const list = async (query: Parameters<typeof sandbox.provider.listPayouts>[0]['query']) =>
    (await sandbox.provider.listPayouts({ query })).entityBody;
  const sixth = made.filter(({ payoutDate }) => payoutDate === '2026-03-06').map(({ id }) => id);
  const first = await list({ limit: 2, payoutDateGte: '2026-03-06', payoutDateLte: '2026-03-06' });
  expect(first).toMatchObject({ hasMore: true, size: 2, nextCursor: sixth[1] });
  const second = await list({
    limit: 2,
    payoutDateGte: '2026-03-06',
    payoutDateLte: '2026-03-06',
    startingAfter: first.nextCursor ?? '',
  });
  expect(second).toMatchObject({ hasMore: false, size: 1, nextCursor: null });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(sixth);
  expect((await list({})).items.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect((await list({ payoutDateGte: '2026-03-09' })).size).toBe(1);
  await expect(list({ limit: 10_001 })).rejects.toMatchObject({ code: 'EXCEED_MAX_QUERY_LIMIT' });
  await expect(list({ startingAfter: 'nobody' })).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' });
});
