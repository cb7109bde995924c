import { CARD_NUMBER, cardData, charged, customerKey, issued, subscription } from '../testing/billing.js';
import { freezeAt } from '../testing/buyer.js';
import { posted } from '../testing/posted.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const post = (path: string, body: object, headers?: Record<string, string>) => posted(sandbox, path, body, headers);
const issue = (change?: Partial<typeof cardData>) => issued(sandbox, change);
const postCard = (change: object) => post('/v1/billing/authorizations/card', { ...cardData, ...change });

describe('a billing key for a card', () => {
  test('is issued with the published test card, masked', async () => {
    const billing = await issue();
    expect(billing).toEqual({
      mId: 'market',
      customerKey,
      authenticatedAt: new Date('2026-03-04T01:00:00Z'),
      method: '카드',
      billingKey: expect.stringMatching(/^[\w-]{43}=$/) as string,
      card: { issuerCode: '21', acquirerCode: '21', number: '94100012****789*', cardType: '신용', ownerType: '개인' },
      cardCompany: '21',
      cardNumber: '94100012****789*',
    });
    expect((await issue()).billingKey).not.toBe(billing.billingKey);
  });

  // prettier-ignore
  test.each<[string, object, number, string]>([
    ['customerKey',            { customerKey: 'a' },                            400, 'INVALID_CUSTOMER_KEY'],
    ['customerKey',            { customerKey: 'a_' },                           200, 'done'],
    ['customerKey',            { customerKey: `-_=.@${'a'.repeat(295)}` },      200, 'done'],
    ['customerKey',            { customerKey: 'a'.repeat(301) },                400, 'INVALID_CUSTOMER_KEY'],
    ['customerKey',            { customerKey: 'bad key!' },                     400, 'INVALID_CUSTOMER_KEY'],
    ['customerKey',            { customerKey: undefined },                      400, 'INVALID_REQUEST'],
    ['cardNumber',             { cardNumber: '941000' },                        400, 'INVALID_CARD_NUMBER'],
    ['cardNumber',             { cardNumber: '1'.repeat(13) },                  400, 'INVALID_CARD_NUMBER'],
    ['cardNumber',             { cardNumber: '1'.repeat(14) },                  200, 'done'],
    ['cardNumber',             { cardNumber: '1'.repeat(16) },                  200, 'done'],
    ['cardNumber',             { cardNumber: '1'.repeat(17) },                  400, 'INVALID_CARD_NUMBER'],
    ['cardNumber',             { cardNumber: '1'.repeat(21) },                  400, 'INVALID_CARD_NUMBER'],
    ['cardNumber',             { cardNumber: '9410-0012-3456-789' },            400, 'INVALID_CARD_NUMBER'],
    ['cardNumber',             { cardNumber: null },                            400, 'INVALID_REQUEST'],
    ['year',                   { cardExpirationYear: '2028' },                  400, 'INVALID_CARD_EXPIRATION'],
    ['year',                   { cardExpirationYear: undefined },               400, 'INVALID_REQUEST'],
    ['year',                   { cardExpirationYear: '8' },                     400, 'INVALID_CARD_EXPIRATION'],
    ['month',                  { cardExpirationMonth: '00' },                   400, 'INVALID_CARD_EXPIRATION'],
    ['month',                  { cardExpirationMonth: '12' },                   200, 'done'],
    ['month',                  { cardExpirationMonth: '13' },                   400, 'INVALID_CARD_EXPIRATION'],
    ['the running month',      { cardExpirationYear: '26', cardExpirationMonth: '03' }, 200, 'done'],
    ['the month before',       { cardExpirationYear: '26', cardExpirationMonth: '02' }, 400, 'INVALID_CARD_EXPIRATION'],
    ['identity',               { customerIdentityNumber: '000229' },            200, 'done'],
    ['identity',               { customerIdentityNumber: '010229' },            400, 'INVALID_BIRTH_DAY_FORMAT'],
    ['identity',               { customerIdentityNumber: '88010' },             400, 'INVALID_BIRTH_DAY_FORMAT'],
    ['identity',               { customerIdentityNumber: '8801011' },           400, 'INVALID_BIRTH_DAY_FORMAT'],
    ['identity',               { customerIdentityNumber: '120814752' },         400, 'INVALID_BIRTH_DAY_FORMAT'],
    ['identity',               { customerIdentityNumber: '1208147521' },        400, 'INVALID_CARD_IDENTITY'],
    ['identity of a company',  { customerIdentityNumber: '1208147521', cardNumber: '9410019900000023' }, 200, 'done'],
    ['identity of a person',   { cardNumber: '9410019900000023' },              400, 'INVALID_CARD_IDENTITY'],
    ['identity',               { customerIdentityNumber: '12081475210' },       400, 'INVALID_BIRTH_DAY_FORMAT'],
    ['password',               { cardPassword: '12' },                          200, 'done'],
    ['password',               { cardPassword: '1' },                           400, 'INVALID_CARD_PASSWORD'],
    ['password',               { cardPassword: '123' },                         400, 'INVALID_CARD_PASSWORD'],
    ['password',               { cardPassword: 'ab' },                          400, 'INVALID_CARD_PASSWORD'],
    ['a wrong password',       { cardPassword: '99' },                          400, 'INVALID_CARD_PASSWORD'],
    ['password',               { cardPassword: {} },                            400, 'INVALID_CARD_PASSWORD'],
    ['name',                   { customerName: '김'.repeat(100) },               200, 'done'],
    ['name',                   { customerName: '김'.repeat(101) },               400, 'INVALID_REQUEST'],
    ['e-mail',                 { customerEmail: 'kim@market.example' },         200, 'done'],
    ['e-mail',                 { customerEmail: 'kim' },                        400, 'INVALID_EMAIL'],
    ['e-mail',                 { customerEmail: `${'k'.repeat(64)}@${'m'.repeat(27)}.example` }, 200, 'done'],
    ['e-mail',                 { customerEmail: `${'k'.repeat(64)}@${'m'.repeat(28)}.example` }, 400, 'INVALID_EMAIL'],
    ['vbv',                    { vbv: { cavv: 'AAABB', xid: 'x1', eci: '05' } }, 200, 'done'],
    ['vbv without its eci',    { vbv: { cavv: 'AAABB', xid: 'x1' } },           400, 'INVALID_REQUEST'],
    ['optional fields',        { customerName: null, customerEmail: null, cardPassword: null, vbv: null }, 200, 'done'],
  ])('%s %j answers %d %s', async (_, change, status, code) => {
    expect(await postCard(change)).toEqual([status, code]);
  });

  test('customer keys are checked as the real server was measured to, when asked for', async () => {
    await sandbox.control.changeSettings({ body: { measuredCustomerKeyChecks: true } });
    expect(await postCard({ customerKey: 'bad key!' })).toEqual([200, 'done']);
    expect(await postCard({ customerKey: 'x'.repeat(300) })).toEqual([200, 'done']);
    expect(await postCard({ customerKey: 'x'.repeat(301) })).toEqual([500, 'FAILED_DB_PROCESSING']);
    expect(await postCard({ customerKey: 'x' })).toEqual([400, 'INVALID_CUSTOMER_KEY']);
  });

  // prettier-ignore
  test.each([
    ['9410019900000001', 'INVALID_STOPPED_CARD'],
    ['9410019900000002', 'INVALID_REJECT_CARD'],
    ['9410019900000003', 'NOT_REGISTERED_CARD_COMPANY'],
    ['9410019900000004', 'EXCEED_MAX_AUTH_COUNT'],
    ['9410019900000005', 'INVALID_CARD_NUMBER'],
    ['9410019900000022', 'NOT_SUPPORTED_CARD_TYPE'],
  ])('is not issued for %s: %s', async (cardNumber, code) => {
    await expect(issue({ cardNumber })).rejects.toMatchObject({ outcome: 'rejected', code });
  });

  // prettier-ignore
  test.each([
    ['4330121234567890', '880101',     { cardType: '미확인', ownerType: '미확인' }],
    ['5520221234567890', '1208147521', { cardType: '미확인', ownerType: '미확인' }],
    ['9410019900000023', '1208147521', { cardType: '신용', ownerType: '법인' }],
    ['9410019900000021', '880101',     { cardType: '체크', ownerType: '개인' }],
    ['5361231234567890', '880101',     { issuerCode: '11', number: '53612312****789*' }],
  ])('for %s of %s shows %j', async (cardNumber, customerIdentityNumber, shown) => {
    expect((await issue({ cardNumber, customerIdentityNumber })).card).toMatchObject(shown);
  });

  test('needs the contract', async () => {
    await sandbox.control.changeSettings({ body: { hasBillingContract: false } });
    await expect(issue()).rejects.toMatchObject({ status: 400, code: 'NOT_SUPPORTED_METHOD' });
  });

  test('keeps neither the number of the card, nor identity or password, anywhere', async () => {
    const idempotency = { 'idempotency-key': 'billing-1' };
    const secrets = { cardNumber: '5361239911223344', customerIdentityNumber: '771231', cardPassword: '97' };
    expect(await post('/v1/billing/authorizations/card', { ...cardData, ...secrets }, idempotency)).toEqual([
      200,
      'done',
    ]);
    await sandbox.control.registerBillingMethod({
      body: { customerKey, method: '카드', cardNumber: secrets.cardNumber },
    });
    const [dump] = await sandbox.sql(`select string_agg(xml, '') as dump from (
      select query_to_xml(format('select * from %I', tablename), true, true, '')::text as xml from pg_tables where schemaname = current_schema()) t`);
    expect(String(dump?.['dump'])).toContain('53612399****334*');
    expect(String(dump?.['dump'])).not.toMatch(/5361239911223344|771231|"97"/);
  });
});

describe('the registration window', () => {
  const register = () =>
    sandbox.control.registerBillingMethod({ body: { customerKey, method: '카드', cardNumber: CARD_NUMBER } });
  const redeem = (authKey: string, key = customerKey) =>
    sandbox.provider.issueBillingKey({ body: { authKey, customerKey: key } });

  test('gives an authKey that is good once, for its own customer', async () => {
    const { authKey } = await register();
    await expect(redeem(authKey, 'somebody-else')).rejects.toMatchObject({ status: 400, code: 'INVALID_CUSTOMER_KEY' });
    const billing = await redeem(authKey);
    expect(billing).toMatchObject({ customerKey, card: { issuerCode: '21', number: '94100012****789*' } });
    await expect(redeem(authKey)).rejects.toMatchObject({ status: 400, code: 'INVALID_BILLING_AUTH' });
    expect(await charged(sandbox, billing.billingKey)).toMatchObject({ status: 'DONE' });
  });

  test('has an older path for the authKey', async () => {
    const { authKey } = await register();
    const again = () => sandbox.provider.issueBillingKeyByPath({ params: { authKey }, body: { customerKey } });
    expect(await again()).toMatchObject({ method: '카드' });
    await expect(again()).rejects.toMatchObject({ code: 'INVALID_BILLING_AUTH' });
  });

  // prettier-ignore
  test.each([
    ['2026-03-04T10:09:59', 'done'],
    ['2026-03-04T10:10:00', 'INVALID_BILLING_AUTH'],
  ])('an authKey of 10:00, used at %s: %s', async (at, expected) => {
    const { authKey } = await register();
    await freezeAt(sandbox, at);
    expect(await redeem(authKey).then(() => 'done', (error: { code: string }) => error.code)).toBe(expected);
  });

  test('two requests at once get one billing key from one authKey', async () => {
    const { authKey } = await register();
    const results = await Promise.allSettled([redeem(authKey), redeem(authKey), redeem(authKey)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  // prettier-ignore
  test.each([
    [{ authKey: 'x'.repeat(300), customerKey }, 'INVALID_BILLING_AUTH'],
    [{ authKey: 'x'.repeat(301), customerKey }, 'INVALID_REQUEST'],
    [{ authKey: '', customerKey },              'INVALID_REQUEST'],
    [{ authKey: 'x', customerKey: '!' },        'INVALID_CUSTOMER_KEY'],
  ])('%j is refused with %s', async (body, code) => {
    expect(await post('/v1/billing/authorizations/issue', body)).toEqual([400, code]);
  });

  test('takes no card that its company refuses, and no account before version 2024-06-01', async () => {
    const refused = { status: 409, code: 'NOT_POSSIBLE' };
    const window = sandbox.control.registerBillingMethod;
    await expect(
      window({ body: { customerKey, method: '카드', cardNumber: '9410019900000001' } }),
    ).rejects.toMatchObject(refused);
    await expect(
      window({ body: { customerKey, method: '계좌이체', bank: '92', accountNumber: '100012345678' } }),
    ).rejects.toMatchObject(refused);
  });
});

test('from version 2024-06-01 accounts can be registered and charged, and the deprecated fields are gone', async () => {
  const newer = await startSandbox({ API_VERSION: '2024-06-01' });
  const register = async (accountNumber: string) => {
    const { authKey } = await newer.control.registerBillingMethod({
      body: { customerKey, method: '계좌이체', bank: 'TOSSBANK', accountNumber },
    });
    return newer.provider.issueBillingKey({ body: { authKey, customerKey } });
  };
  const billing = await register('100012345678');
  expect(billing).toMatchObject({
    method: '계좌이체',
    card: null,
    transfers: [{ bankName: '토스', bankAccountNumber: '100*****5678' }],
  });
  const params = { billingKey: billing.billingKey };
  const done = await newer.provider.chargeBilling({ params, body: subscription(200n) });
  expect(done).toMatchObject({
    type: 'BILLING',
    method: '계좌이체',
    card: null,
    transfer: { bankCode: '92' },
    status: 'DONE',
  });
  await expect(newer.provider.chargeBilling({ params, body: subscription(199n) })).rejects.toMatchObject({
    code: 'BELOW_MINIMUM_AMOUNT',
  });
  const { billingKey } = await register('100012341001');
  await expect(
    newer.provider.chargeBilling({ params: { billingKey }, body: subscription(200n) }),
  ).rejects.toMatchObject({
    status: 403,
    code: 'REJECT_ACCOUNT_PAYMENT',
  });
  const byCard = await newer.provider.issueBillingKeyByCard({ body: cardData });
  expect(byCard).not.toHaveProperty('cardCompany');
  expect(billing).not.toHaveProperty('cardNumber');
  expect(byCard).toMatchObject({ card: { issuerCode: '21' }, transfers: null });
  await newer.stop();
});
