import type { Input } from '@jeongsan/http-contract';
import type { updateSubMall } from '@jeongsan/provider-contract';
import { freezeAt, funded } from '../testing/buyer.js';
import { posted } from '../testing/posted.js';
import { startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem } from '../testing/sellers.js';
import { corporateMall, individualMall, type LegacyItem, legacyItem as item } from '../testing/sub-malls.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});
afterEach(async () => {
  // The balance must always equal the one computed from the stored payouts.
  const { available } = await sandbox.control.readBook({});
  expect(await balance()).toBe(available);
});

const update = (subMallId: string, body: Input<typeof updateSubMall>['body']) =>
  sandbox.provider.updateSubMall({ params: { subMallId }, body });
const balance = async () => (await sandbox.provider.getLegacyBalance({})).balance;
const request = (...body: LegacyItem[]) => sandbox.provider.createLegacyPayouts({ body });
const list = (startDate = '2026-03-01', endDate = '2026-12-31') =>
  sandbox.provider.listLegacyPayouts({ query: { startDate, endDate } });
const post = (path: string, body: unknown) => posted(sandbox, path, body);

describe('payouts to sub-malls', () => {
  beforeEach(async () => {
    await funded(sandbox, 30_000_000n);
    for (const body of [corporateMall, individualMall]) await sandbox.provider.createSubMall({ body });
  });

  test('are requested together, start at nine on their day, and are completed or failed; the money follows', async () => {
    const receiver = await startReceiver();
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYOUT_STATUS_CHANGED'] } });
    await update('person01', { account: { bank: '295', accountNumber: '77701777777' } });
    const answer = await request(
      item(300_000n, { requestId: 'r-1', transferSummary: '삼월정산분', metadata: { run: '1' } }),
      item(100_000n, { subMallId: 'person01', payoutDate: '20260306' }),
    );
    expect(answer).toEqual({ balance: 29_600_000n });
    expect(await balance()).toBe(29_600_000n);
    const [mine, theirs] = await list();
    expect(mine).toEqual({
      payoutKey: expect.stringMatching(/^FPA_\w{20}$/) as string,
      subMallId: 'mall01',
      payoutDate: '20260305',
      payoutAmount: 300_000n,
      account: { bankCode: '88', accountNumber: '110123456789', holderName: '정산 주식회사' },
      requestedAt: new Date('2026-03-04T01:00:00Z'),
      status: 'REQUESTED',
      requestId: 'r-1',
      metadata: { run: '1' },
      failure: null,
      transferSummary: '삼월정산분',
    });
    expect((await raw(sandbox, 'GET', `/v1/payouts/sub-malls/settlements/${mine?.payoutKey}`)).json).toMatchObject({
      requestedAt: '20260304100000',
    });
    const read = async (payoutKey = '') => (await sandbox.provider.getLegacyPayout({ params: { payoutKey } })).status;
    await freezeAt(sandbox, '2026-03-05T08:59:59');
    expect(await read(mine?.payoutKey)).toBe('REQUESTED');
    await freezeAt(sandbox, '2026-03-05T09:00:00');
    expect(await read(mine?.payoutKey)).toBe('IN_PROGRESS');
    await freezeAt(sandbox, '2026-03-06T09:00:05');
    expect([await read(mine?.payoutKey), await read(theirs?.payoutKey)]).toEqual(['COMPLETED', 'FAILED']);
    expect(await balance()).toBe(29_700_000n);
    await until('both webhooks arrive', () => receiver.received.length === 2);
    expect(receiver.received.map(({ json: body }) => body)).toMatchObject([
      {
        eventType: 'PAYOUT_STATUS_CHANGED',
        createdAt: '2026-03-05T09:00:05.000000',
        data: { payoutKey: mine?.payoutKey, status: 'COMPLETED', payoutDate: '20260305' },
      },
      {
        eventType: 'PAYOUT_STATUS_CHANGED',
        data: { payoutKey: theirs?.payoutKey, status: 'FAILED', failure: { code: 'ACCOUNT_TRANSFER_REJECTED' } },
      },
    ]);
    expect(await list('2026-03-05', '2026-03-05')).toMatchObject([{ payoutKey: mine?.payoutKey }]);
    expect(await list('2026-03-06', '2026-03-06')).toMatchObject([{ payoutKey: theirs?.payoutKey }]);
    await receiver.close();
  });

  test('can be canceled until they start, and give their money back', async () => {
    await request(item(1_000n), item(2_000n));
    const [first, second] = (await list()).map(({ payoutKey }) => ({ payoutKey }));
    if (!first || !second) throw new Error('Two payouts were requested');
    expect(await sandbox.provider.cancelLegacyPayout({ params: first })).toMatchObject({ status: 'CANCELED' });
    expect(await balance()).toBe(29_998_000n);
    await freezeAt(sandbox, '2026-03-05T09:00:00');
    const late = { status: 400, code: 'NOT_CANCELABLE_PAYOUT' };
    await expect(sandbox.provider.cancelLegacyPayout({ params: first })).rejects.toMatchObject(late);
    await expect(sandbox.provider.cancelLegacyPayout({ params: second })).rejects.toMatchObject(late);
    const nobody = { params: { payoutKey: 'nobody' } };
    await expect(sandbox.provider.cancelLegacyPayout(nobody)).rejects.toMatchObject({
      status: 404,
      code: 'PAYOUT_NOT_FOUND',
    });
    await expect(sandbox.provider.getLegacyPayout(nobody)).rejects.toMatchObject({
      status: 404,
      code: 'PAYOUT_NOT_FOUND',
    });
  });

  test('are finished by the bank when somebody tells it to', async () => {
    await request(item(1_000n), item(2_000n));
    const [first, second] = (await list()).map(({ payoutKey }) => ({ payoutKey }));
    if (!first || !second) throw new Error('Two payouts were requested');
    const failure = { code: 'BANK_CLOSED', message: '점검' };
    expect(await sandbox.control.completeLegacyPayout({ params: first })).toMatchObject({ status: 'COMPLETED' });
    expect(await sandbox.control.failLegacyPayout({ params: second, body: failure })).toMatchObject({
      status: 'FAILED',
      failure,
    });
    expect(await balance()).toBe(29_999_000n);
    await expect(sandbox.control.completeLegacyPayout({ params: second })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    });
    await expect(sandbox.control.completeLegacyPayout({ params: { payoutKey: 'nobody' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  // prettier-ignore
  test.each<[string, Record<string, unknown>, number, string]>([
    ['payoutAmount',    { payoutAmount: 0 },                       400, 'INVALID_REQUEST'],
    ['payoutAmount',    { payoutAmount: 1 },                       200, 'done'],
    ['payoutAmount',    { payoutAmount: '1000' },                  200, 'done'],
    ['payoutAmount',    { payoutAmount: 999_999_999 },             403, 'FORBIDDEN_REQUEST'],
    ['payoutAmount',    { payoutAmount: 1_000_000_000 },           400, 'EXCEED_MAX_PAYOUT_AMOUNT'],
    ['payoutAmount',    { payoutAmount: 0.5 },                     400, 'INVALID_REQUEST'],
    ['payoutDate',      { payoutDate: '2026-03-04' },              400, 'INVALID_PAYABLE_DATE'],
    ['payoutDate',      { payoutDate: '2026-03-05' },              200, 'done'],
    ['payoutDate',      { payoutDate: '20260305' },                200, 'done'],
    ['payoutDate',      { payoutDate: '2026-03-07' },              400, 'NOT_ALLOWED_HOLIDAY'],
    ['payoutDate',      { payoutDate: '2027-03-04' },              200, 'done'],
    ['payoutDate',      { payoutDate: '2027-03-05' },              400, 'INVALID_PAYABLE_DATE'],
    ['payoutDate',      { payoutDate: '2026-02-30' },              400, 'INVALID_PAYABLE_DATE'],
    ['payoutDate',      { payoutDate: 'tomorrow' },                400, 'INVALID_PAYABLE_DATE'],
    ['payoutDate',      { payoutDate: undefined },                 400, 'INVALID_REQUEST'],
    ['subMallId',       { subMallId: 'nobody' },                   404, 'NOT_FOUND_SUBMALL'],
    ['subMallId',       { subMallId: 'mall-1' },                   400, 'INVALID_SUBMALL_ID'],
    ['transferSummary', { transferSummary: '일곱글자정산금' },         200, 'done'],
    ['transferSummary', { transferSummary: '여덟글자의정산금' },        400, 'INVALID_REQUEST'],
    ['requestId',       { requestId: 'r'.repeat(64) },             200, 'done'],
    ['requestId',       { requestId: 'r'.repeat(65) },             400, 'INVALID_REQUEST'],
    ['requestId',       { requestId: '' },                         400, 'INVALID_REQUEST'],
    ['metadata',        { metadata: { k: 'x'.repeat(4096 - 7) } }, 400, 'INVALID_REQUEST'],
  ])('with %s %j answer %d %s', async (_, change, status, code) => {
    const body = [{ subMallId: 'mall01', payoutDate: '2026-03-05', payoutAmount: 1_000, ...change }];
    expect(await post('/v1/payouts/sub-malls/settlements', body)).toEqual([status, code]);
    expect(await balance()).toBeGreaterThan(29_000_000n);
  });

  test('come in arrays of one to a hundred', async () => {
    const path = '/v1/payouts/sub-malls/settlements';
    const one = { subMallId: 'mall01', payoutDate: '2026-03-05', payoutAmount: 1 };
    expect(await post(path, one)).toEqual([400, 'INVALID_REQUEST']);
    expect(await post(path, [])).toEqual([400, 'INVALID_REQUEST']);
    expect(
      await post(
        path,
        Array.from({ length: 101 }, () => one),
      ),
    ).toEqual([400, 'INVALID_REQUEST']);
    expect(
      await post(
        path,
        Array.from({ length: 100 }, () => one),
      ),
    ).toEqual([200, 'done']);
    expect(await list()).toHaveLength(100);
  });

  test('all or none are taken: the first that fails is named, and nothing stays', async () => {
    await expect(
      request(item(1_000n), item(1_000n, { requestId: 'r-2', payoutDate: '2026-03-07' })),
    ).rejects.toMatchObject({
      code: 'NOT_ALLOWED_HOLIDAY',
      detail: expect.stringContaining('(requestId: r-2)') as string,
    });
    expect([await list(), await balance()]).toEqual([[], 30_000_000n]);
  });

  test('a requestId is used once', async () => {
    const duplicate = { status: 400, code: 'DUPLICATED_REQUEST' };
    await expect(request(item(1n, { requestId: 'r-1' }), item(1n, { requestId: 'r-1' }))).rejects.toMatchObject(
      duplicate,
    );
    const results = await Promise.allSettled([1, 2].map(() => request(item(1n, { requestId: 'r-1' }))));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(request(item(1n, { requestId: 'r-1' }))).rejects.toMatchObject(duplicate);
  });

  test('spend from one balance with v2 payouts, and never more than there is, also in a rush', async () => {
    await sandbox.control.finishSubMallKyc({ params: { subMallId: 'mall01' } });
    const seller = await approved(sandbox);
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => request(item(9_000_000n))),
      ...Array.from({ length: 4 }, () => sandbox.provider.createPayouts({ body: [payoutItem(seller.id, 9_000_000n)] })),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'NOT_ENOUGH_AMOUNT' },
    });
    expect(await balance()).toBe(3_000_000n);
    await expect(request(item(3_000_001n))).rejects.toMatchObject({ status: 400, code: 'NOT_ENOUGH_AMOUNT' });
    expect(await request(item(3_000_000n))).toEqual({ balance: 0n });
  });

  // prettier-ignore
  test.each([
    [false, 10_000_000n, 10_000_001n],
    [true,  9_999_999n,  10_000_000n],
  ])('up to the limit (inclusive %s) %d is fine and %d starts a review', async (weeklyLimitInclusive, fine, tooMuch) => {
    const receiver = await startReceiver();
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['SUBMALL_STATUS_CHANGED'] } });
    await sandbox.control.changeSettings({ body: { weeklyLimitInclusive } });
    await request(item(fine));
    const person = { subMallId: 'person01' };
    await expect(request(item(tooMuch, person))).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN_REQUEST' });
    expect(await sandbox.provider.getSubMall({ params: person })).toMatchObject({ status: 'KYC_REQUIRED' });
    await expect(request(item(1n, person))).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
    expect(await sandbox.control.finishSubMallKyc({ params: person })).toMatchObject({ status: 'APPROVED' });
    await request(item(tooMuch, person));
    await expect(sandbox.control.finishSubMallKyc({ params: person })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    await expect(sandbox.control.finishSubMallKyc({ params: { subMallId: 'nobody' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await until('both changes are announced', () => receiver.received.length === 2);
    expect(receiver.received.map(({ json: body }) => body)).toMatchObject([
      { eventType: 'SUBMALL_STATUS_CHANGED', createdAt: '2026-03-04T10:00:00.000000', data: { subMallId: 'person01', status: 'KYC_REQUIRED' } },
      { data: { status: 'APPROVED' } },
    ]);
    await receiver.close();
  });

  test('keep the account they were requested with, and go on after the sub-mall is deleted', async () => {
    await request(item(1_000n));
    await update('mall01', { account: { bank: '295', accountNumber: '77701777777' } });
    await sandbox.provider.deleteSubMall({ params: { subMallId: 'mall01' } });
    await freezeAt(sandbox, '2026-03-06T00:00:00');
    expect(await list()).toMatchObject([{ status: 'COMPLETED', account: { bankCode: '88' } }]);
  });

  // prettier-ignore
  test.each([
    ['startDate=2026-03-05&endDate=2026-03-05', 200],
    ['startDate=2026-03-06&endDate=2026-03-05', 400],
    ['startDate=2026-02-30&endDate=2026-03-05', 400],
    ['startDate=20260305&endDate=20260305',     400],
    ['startDate=2026-03-05',                    400],
  ])('listed for %s answer %d', async (query, status) => {
    const reply = await raw(sandbox, 'GET', `/v1/payouts/sub-malls/settlements?${query}`);
    expect([reply.status, reply.json['code']]).toEqual([status, status === 400 ? 'INVALID_DATE' : undefined]);
  });

  test('resume after a restart', async () => {
    await request(item(1_000n));
    sandbox = await sandbox.restart();
    await freezeAt(sandbox, '2026-03-05T09:00:05');
    expect(await list()).toMatchObject([{ status: 'COMPLETED' }]);
  });
});
