import type { Input } from '@jeongsan/http-contract';
import type { createSubMall, updateSubMall } from '@jeongsan/provider-contract';
import { freezeAt } from '../testing/buyer.js';
import { posted } from '../testing/posted.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import {
  corporateMall as corporate,
  individualMall as individual,
  legacyItem as item,
  subMallAccount as account,
} from '../testing/sub-malls.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const create = (change: Partial<Input<typeof createSubMall>['body']> = {}) =>
  sandbox.provider.createSubMall({ body: { ...corporate, ...change } });
const update = (subMallId: string, body: Input<typeof updateSubMall>['body']) =>
  sandbox.provider.updateSubMall({ params: { subMallId }, body });
const post = (path: string, body: unknown) => posted(sandbox, path, body);

describe('a sub-mall', () => {
  test('is registered, read, listed in its order, changed and deleted; its id is never taken again', async () => {
    const mall = await create();
    expect(mall).toEqual({
      ...corporate,
      account: { bankCode: '88', accountNumber: '110123456789', holderName: '정산 주식회사' },
      status: 'PARTIALLY_APPROVED',
    });
    const person = await sandbox.provider.createSubMall({
      body: { ...individual, companyName: '없는 회사', account: { bank: 'KOOKMIN', accountNumber: '1' } },
    });
    expect(person).toMatchObject({
      companyName: null,
      businessNumber: null,
      metadata: null,
      account: { bankCode: '06', holderName: null },
    });
    const params = { subMallId: 'mall01' };
    expect(await sandbox.provider.getSubMall({ params })).toEqual(mall);
    expect(await sandbox.provider.listSubMalls({})).toEqual([mall, person]);
    const changed = await update('mall01', {
      account: { bank: '20', accountNumber: '1002' },
      companyName: '새 이름',
      email: null,
      metadata: null,
    });
    expect(changed).toEqual({
      ...mall,
      account: { bankCode: '20', accountNumber: '1002', holderName: null },
      companyName: '새 이름',
      email: null,
      metadata: null,
    });
    expect(await sandbox.provider.getSubMall({ params })).toEqual(changed);
    const reply = await raw(sandbox, 'POST', '/v1/payouts/sub-malls/mall01/delete');
    expect([reply.status, reply.text]).toEqual([200, '"mall01"']);
    const gone = { status: 404, code: 'NOT_FOUND_SUBMALL' };
    await expect(sandbox.provider.deleteSubMall({ params })).rejects.toMatchObject(gone);
    await expect(sandbox.provider.getSubMall({ params })).rejects.toMatchObject(gone);
    await expect(update('mall01', { account })).rejects.toMatchObject(gone);
    await expect(create()).rejects.toMatchObject({ status: 400, code: 'ALREADY_EXIST_SUBMALL' });
    expect(await sandbox.provider.listSubMalls({})).toEqual([person]);
  });

  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
  // prettier-ignore
  test.each<[string, object, number, string]>([
    ['subMallId',          { subMallId: 'a' },                                 200, 'done'],
    ['subMallId',          { subMallId: 'a'.repeat(20) },                      200, 'done'],
    ['subMallId',          { subMallId: 'a'.repeat(21) },                      400, 'INVALID_SUBMALL_ID'],
    ['subMallId',          { subMallId: '' },                                  400, 'INVALID_SUBMALL_ID'],
    ['subMallId',          { subMallId: 'mall-1' },                            400, 'INVALID_SUBMALL_ID'],
    ['subMallId',          { subMallId: 'settlements' },                       400, 'INVALID_SUBMALL_ID'],
    ['subMallId',          { subMallId: undefined },                           400, 'INVALID_REQUEST'],
    ['type',               { type: 'INDIVIDUAL_BUSINESS' },                    400, 'INVALID_REQUEST'],
    ['companyName',        { companyName: '가'.repeat(30) },                    200, 'done'],
    ['companyName',        { companyName: '가'.repeat(31) },                    400, 'INVALID_REQUEST'],
    ['companyName',        { companyName: 'a'.repeat(60) },                    200, 'done'],
    ['companyName',        { companyName: 'a'.repeat(61) },                    400, 'INVALID_REQUEST'],
    ['companyName',        { companyName: `${'가'.repeat(29)} a` },             200, 'done'],
    ['companyName',        { companyName: `${'가'.repeat(29)} ab` },            400, 'INVALID_REQUEST'],
    ['companyName',        { companyName: null },                              400, 'INVALID_REQUEST'],
    ['representativeName', { representativeName: '가'.repeat(20) },             200, 'done'],
    ['representativeName', { representativeName: '가'.repeat(21) },             400, 'INVALID_REQUEST'],
    ['representativeName', { representativeName: 'a'.repeat(40) },             200, 'done'],
    ['representativeName', { representativeName: 'a'.repeat(41) },             400, 'INVALID_REQUEST'],
    ['representativeName', { representativeName: undefined },                  400, 'INVALID_REQUEST'],
    ['businessNumber',     { businessNumber: undefined },                      400, 'INVALID_REQUEST'],
    ['businessNumber',     { businessNumber: '120814752' },                    400, 'INVALID_BUSINESS_NUMBER'],
    ['businessNumber',     { businessNumber: '1208147522' },                   400, 'INVALID_BUSINESS_NUMBER'],
    ['account',            { account: undefined },                             400, 'INVALID_REQUEST'],
    ['bank',               { account: { ...account, bank: '999' } },           400, 'INVALID_BANK'],
    ['bank',               { account: { ...account, bank: '신한' } },           200, 'done'],
    ['accountNumber',      { account: { ...account, accountNumber: '1'.repeat(20) } }, 200, 'done'],
    ['accountNumber',      { account: { ...account, accountNumber: '1'.repeat(21) } }, 400, 'INVALID_ACCOUNT_NUMBER'],
    ['accountNumber',      { account: { ...account, accountNumber: '110-123' } }, 400, 'INVALID_ACCOUNT_NUMBER'],
    ['accountNumber',      { account: { ...account, accountNumber: '1100000' } }, 400, 'ACCOUNT_OWNER_CHECK_FAILED'],
    ['holderName',         { account: { ...account, accountNumber: '1109999' } }, 400, 'NOT_MATCH_PAYEE_NAME'],
    ['holderName',         { account: { bank: '088', accountNumber: '1109999' } }, 200, 'done'],
    ['holderName',         { account: { ...account, holderName: '가'.repeat(30) } }, 200, 'done'],
    ['holderName',         { account: { ...account, holderName: '가'.repeat(31) } }, 400, 'INVALID_REQUEST'],
    ['email',              { email: 'nobody' },                                400, 'INVALID_REQUEST'],
    ['email',              { email: undefined },                               400, 'INVALID_REQUEST'],
    ['phoneNumber',        { phoneNumber: '1234567' },                         400, 'INVALID_REQUEST'],
    ['phoneNumber',        { phoneNumber: '12345678' },                        200, 'done'],
    ['phoneNumber',        { phoneNumber: '12345678901' },                     200, 'done'],
    ['phoneNumber',        { phoneNumber: '123456789012' },                    400, 'INVALID_REQUEST'],
    ['phoneNumber',        { phoneNumber: '02-123-4567' },                     400, 'INVALID_REQUEST'],
    ['metadata',           { metadata: pairs(50) },                            200, 'done'],
    ['metadata',           { metadata: pairs(51) },                            400, 'INVALID_REQUEST'],
    ['metadata',           { metadata: { k: 'x'.repeat(4096 - 8) } },          200, 'done'],
    ['metadata',           { metadata: { k: 'x'.repeat(4096 - 7) } },          400, 'INVALID_REQUEST'],
    ['metadata',           { metadata: { k: 1 } },                             400, 'INVALID_REQUEST'],
  ])('%s %j answers %d %s', async (_, change, status, code) => {
    expect(await post('/v1/payouts/sub-malls', { ...corporate, ...change })).toEqual([status, code]);
  });

  // prettier-ignore
  test.each<[object, number, string]>([
    [{},                                                 400, 'INVALID_REQUEST'],
    [{ account, companyName: null },                     400, 'INVALID_REQUEST'],
    [{ account, businessNumber: '1' },                   400, 'INVALID_BUSINESS_NUMBER'],
    [{ account: { ...account, bank: '999' } },           400, 'INVALID_BANK'],
    [{ account, phoneNumber: null },                     200, 'done'],
    [{ account, phoneNumber: '1' },                      400, 'INVALID_REQUEST'],
    [{ account, representativeName: '가'.repeat(21) },    400, 'INVALID_REQUEST'],
  ])('changed with %j answers %d %s', async (body, status, code) => {
    await create();
    expect(await post('/v1/payouts/sub-malls/mall01', body)).toEqual([status, code]);
  });

  test('is registered once, also when two requests arrive at once', async () => {
    const results = await Promise.allSettled([create(), create(), create()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ALREADY_EXIST_SUBMALL' },
    });
  });

  test('without a contract of the legacy kind nothing of it is served', async () => {
    await sandbox.control.changeSettings({ body: { hasLegacyPayoutContract: false } });
    const [subMallId, payoutKey] = ['mall01', 'FPA_1'];
    const calls = [
      create(),
      update(subMallId, { account }),
      sandbox.provider.deleteSubMall({ params: { subMallId } }),
      sandbox.provider.getSubMall({ params: { subMallId } }),
      sandbox.provider.listSubMalls({}),
      sandbox.provider.getLegacyBalance({}),
      sandbox.provider.createLegacyPayouts({ body: [item(1n)] }),
      sandbox.provider.listLegacyPayouts({ query: { startDate: '2026-03-01', endDate: '2026-03-31' } }),
      sandbox.provider.getLegacyPayout({ params: { payoutKey } }),
      sandbox.provider.cancelLegacyPayout({ params: { payoutKey } }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN_REQUEST' });
    await sandbox.control.changeSettings({ body: { hasLegacyPayoutContract: true } });
  });
});
