import type { BusinessType } from '@jeongsan/provider-contract';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { account, company, individual, registered, sellerBody } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

type Change = Parameters<typeof sandbox.provider.updateSeller>[0]['body'];
const create = (body: Parameters<typeof sandbox.provider.createSeller>[0]['body']) =>
  sandbox.provider.createSeller({ body });
const update = async (id: string, body: Change) =>
  (await sandbox.provider.updateSeller({ params: { id }, body })).entityBody;
const read = async (id: string) => (await sandbox.provider.getSeller({ params: { id } })).entityBody;

describe('registration', () => {
  // prettier-ignore
  test.each([
    ['INDIVIDUAL',          'APPROVAL_REQUIRED'],
    ['INDIVIDUAL_BUSINESS', 'APPROVAL_REQUIRED'],
    ['CORPORATE',           'PARTIALLY_APPROVED'],
  ] as const)('of %s begins as %s and can be read back', async (businessType: BusinessType, status) => {
    const seller = await registered(sandbox, businessType);
    expect(seller).toMatchObject({ businessType, status, account });
    expect(seller.id).toMatch(/^seller_a[0-9a-z]{26}$/);
    expect([seller.company !== null, seller.individual !== null]).toEqual([businessType !== 'INDIVIDUAL', businessType === 'INDIVIDUAL']);
    expect(await read(seller.id)).toEqual(seller);
  });

  test('takes a bank by two digits, by a number, and answers three digits', async () => {
    for (const bankCode of ['20', '020']) {
      const { entityBody } = await create({ ...sellerBody(), account: { ...account, bankCode } });
      expect(entityBody.account.bankCode).toBe('020');
    }
    const { entityBody } = await create({ ...sellerBody(), account: { ...account, bankCode: 'S8' } });
    expect(entityBody.account.bankCode).toBe('261');
  });

  // prettier-ignore
  test.each([
    ['a wrong business number',     { company: { ...company, businessRegistrationNumber: '1208147522' } }, 'INVALID_BUSINESS_NUMBER'],
    ['no company',                  { company: null, individual },                                         'INVALID_REQUEST'],
    ['a bank that does not exist',  { account: { ...account, bankCode: '999' } },                          'INVALID_BANK'],
    ['an account that is not there',{ account: { ...account, accountNumber: '1234560000' } },              'INVALID_ACCOUNT_NUMBER'],
    ["somebody else's account",     { account: { ...account, accountNumber: '1234569999' } },              'NOT_MATCH_HOLDER_NAME'],
  ] as const)('with %s is refused', async (_, change, code) => {
    await expect(create({ ...sellerBody(), ...change })).rejects.toMatchObject({ outcome: 'rejected', status: 400, code });
  });

  test('uses a refSellerId up for ever, also when the seller is deleted', async () => {
    const body = sellerBody();
    const { entityBody } = await create(body);
    await expect(create(body)).rejects.toMatchObject({ code: 'DUPLICATED_REF_SELLER_ID' });
    const deleted = await sandbox.provider.deleteSeller({ params: { id: entityBody.id } });
    expect(deleted).toMatchObject({
      entityType: 'deleted-entity',
      entityBody: { id: entityBody.id, refSellerId: body.refSellerId },
    });
    await expect(read(entityBody.id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND_SELLER' });
    await expect(create(body)).rejects.toMatchObject({ code: 'DUPLICATED_REF_SELLER_ID' });
  });

  test('of one refSellerId by ten requests at once registers one seller', async () => {
    const body = sellerBody();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => create(body)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a change', () => {
  test('touches what was sent and nothing else', async () => {
    const seller = await registered(sandbox);
    const changed = await update(seller.id, {
      company: { name: '새 이름' },
      account: { accountNumber: '33344455566677' },
      metadata: { tier: 'gold' },
    });
    expect(changed).toEqual({
      ...seller,
      company: { ...company, name: '새 이름' },
      account: { ...account, accountNumber: '33344455566677' },
      metadata: { tier: 'gold' },
    });
    expect(await update(seller.id, { metadata: null })).toEqual({ ...changed, metadata: null });
    expect(await update(seller.id, {})).toEqual({ ...changed, metadata: null });
  });

  test('may repeat the business number and send null for the kind the seller is not', async () => {
    const seller = await registered(sandbox);
    const { businessRegistrationNumber } = company;
    expect(
      await update(seller.id, { company: { businessRegistrationNumber, phone: '0299998888' }, individual: null }),
    ).toMatchObject({
      company: { phone: '0299998888' },
      individual: null,
    });
  });

  // prettier-ignore
  test.each([
    ['deletes the company',        { company: null }],
    ['deletes the account',        { account: null }],
    ['changes the business number',{ company: { businessRegistrationNumber: '1248100998' } }],
    ['brings a person',            { individual: { phone: '01012345678' } }],
  ] as const)('that %s is refused and changes nothing', async (_, change) => {
    const seller = await registered(sandbox);
    await expect(update(seller.id, change as Change)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await read(seller.id)).toEqual(seller);
  });

  test('of a person changes phone and e-mail, not the name', async () => {
    const seller = await registered(sandbox, 'INDIVIDUAL');
    expect(await update(seller.id, { individual: { phone: '01099998888' } })).toMatchObject({
      individual: { ...individual, phone: '01099998888' },
    });
    await expect(update(seller.id, { individual: { name: '다른이' } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('of a seller that is not there finds none', async () => {
    await expect(update('seller_none', {})).rejects.toMatchObject({ code: 'NOT_FOUND_SELLER' });
    await expect(sandbox.provider.deleteSeller({ params: { id: 'seller_none' } })).rejects.toMatchObject({
      code: 'NOT_FOUND_SELLER',
    });
  });
});

test('sellers are listed in the order they were registered, page by page, without the deleted ones', async () => {
  await sandbox.control.reset({});
  const sellers = [];
  for (let i = 0; i < 5; i += 1) sellers.push(await registered(sandbox));
  await sandbox.provider.deleteSeller({ params: { id: sellers[1]?.id ?? '' } });
  const left = sellers.filter((_, i) => i !== 1).map(({ id }) => id);
  const first = (await sandbox.provider.listSellers({ query: { limit: 2 } })).entityBody;
  expect(first).toMatchObject({ hasMore: true, size: 2, nextCursor: left[1] });
  const second = (await sandbox.provider.listSellers({ query: { limit: 2, startingAfter: first.nextCursor ?? '' } }))
    .entityBody;
  expect(second).toMatchObject({ hasMore: false, size: 2, nextCursor: null });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(left);
  await expect(sandbox.provider.listSellers({ query: { limit: 10_001 } })).rejects.toMatchObject({
    code: 'EXCEED_MAX_QUERY_LIMIT',
  });
  await expect(sandbox.provider.listSellers({ query: { startingAfter: 'nobody' } })).rejects.toMatchObject({
    code: 'NOT_FOUND_SELLER',
  });
});

test('an identity check leads to PARTIALLY_APPROVED and a review to APPROVED; neither happens twice', async () => {
  const { id } = await registered(sandbox, 'INDIVIDUAL');
  await expect(sandbox.control.finishKyc({ params: { id } })).rejects.toMatchObject({
    status: 409,
    code: 'NOT_POSSIBLE',
  });
  expect(await sandbox.control.finishIdentityCheck({ params: { id } })).toMatchObject({ status: 'PARTIALLY_APPROVED' });
  await expect(sandbox.control.finishIdentityCheck({ params: { id } })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  expect(await sandbox.control.finishKyc({ params: { id } })).toMatchObject({ status: 'APPROVED' });
  await expect(sandbox.control.finishKyc({ params: { id } })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  await expect(sandbox.control.finishKyc({ params: { id: 'nobody' } })).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
});
