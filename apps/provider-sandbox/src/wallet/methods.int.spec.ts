import { freezeAt, newOrderId } from '../testing/buyer.js';
import { startReceiver, until } from '../testing/receiver.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { joined, withAccount, withCard } from '../testing/wallet-customer.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const verdict = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  );

test('a customer sees its cards and accounts with everything that belongs to them, and so does the merchant', async () => {
  const { customerKey, as } = await joined(sandbox);
  expect(await sandbox.provider.getWalletMethods({}, as)).toEqual({
    isIdentified: false,
    selectedMethodId: null,
    cards: [],
    accounts: [],
  });
  await withCard(sandbox, customerKey, { issuerCode: '41', cardNumber: '9410123412341234', alias: '생활비' });
  const account = await withAccount(sandbox, customerKey, { bankCode: '090', accountNumber: '3333012345678' });
  const seen = await sandbox.provider.getWalletMethods({}, as);
  expect(seen.selectedMethodId).toBe(account.id);
  expect(seen.cards).toEqual([
    {
      id: expect.stringMatching(/^m_/) as string,
      methodKey: expect.any(String) as string,
      alias: '생활비',
      cardName: '신한카드',
      cardNumber: '94101234****123*',
      issuerCode: '41',
      acquirerCode: '41',
      ownerType: '개인',
      cardType: '신용',
      installmentMinimumAmount: 50_000n,
      registeredAt: new Date('2026-03-04T01:00:00Z'),
      status: 'ENABLED',
      icon: 'icn-bank-square-shinhan',
      iconUrl: expect.stringContaining('icn-bank-square-shinhan') as string,
      cardImgUrl: expect.stringContaining('41') as string,
      color: { background: '#0046FF', text: '#FFFFFF' },
      promotions: [
        expect.objectContaining({ type: 'CARD_DISCOUNT', cardInterestFree: null, cardPoint: null }),
        expect.objectContaining({ type: 'CARD_INTEREST_FREE', cardDiscount: null, cardPoint: null }),
      ],
    },
  ]);
  expect(seen.accounts).toEqual([
    {
      id: account.id,
      methodKey: account.methodKey,
      accountName: '카카오 계좌',
      accountNumber: '3333****678',
      alias: '카카오 계좌',
      bankCode: '90',
      icon: 'icn-bank-square-kakaobank',
      iconUrl: expect.stringContaining('icn-bank-square-kakaobank') as string,
      registeredAt: new Date('2026-03-04T01:00:00Z'),
      status: 'ENABLED',
      color: { background: '#FFE300', text: '#191F28' },
      promotions: [
        {
          type: 'BANK_DISCOUNT',
          bankDiscount: {
            bankCode: '90',
            discountAmount: 500n,
            minimumPaymentAmount: 10_000n,
            maximumPaymentAmount: 1_000_000n,
            currency: 'KRW',
            discountCode: '7870516372',
            dueDate: '2026-03-31',
            balance: 1_000_000n,
          },
        },
      ],
    },
  ]);
  expect(await sandbox.provider.getWalletMethodsOf({ params: { customerKey } })).toEqual(seen);
});

test('the promotions of the wallet are listed by the code of the company', async () => {
  const cards = await sandbox.provider.listWalletCardPromotions({});
  expect(cards.discountCards).toMatchObject([{ companyCode: '41', discountAmount: 500n, dueDate: '2026-03-31' }]);
  expect(cards.interestFreeCards).toMatchObject([{ companyCode: '41', installmentFreeMonths: [2, 3, 4, 5, 6] }]);
  expect(cards.pointCards).toEqual([{ companyCode: '11', minimumPaymentAmount: 5_000n, dueDate: '2026-03-31' }]);
  const { discountBanks } = await sandbox.provider.listWalletBankPromotions({});
  expect(discountBanks).toMatchObject([{ bankCode: '90', discountAmount: 500n, discountCode: '7870516372' }]);
});

describe('removing', () => {
  test('answers the method as DISABLED, which from then on is listed and usable no more', async () => {
    const { customerKey, as } = await joined(sandbox);
    const [card, account] = [await withCard(sandbox, customerKey), await withAccount(sandbox, customerKey)];
    const removeCard = (methodKey: string) => sandbox.provider.removeWalletCard({ body: { methodKey } }, as);
    const removeAccount = (methodKey: string) => sandbox.provider.removeWalletAccount({ body: { methodKey } }, as);
    expect(await verdict(removeCard(account.methodKey))).toBe('404 NOT_FOUND_METHOD_IN_GROUP');
    expect(await verdict(removeAccount(card.methodKey))).toBe('404 NOT_FOUND_METHOD_IN_GROUP');
    expect(await removeCard(card.methodKey)).toEqual({ ...card, status: 'DISABLED' });
    expect(await verdict(removeCard(card.methodKey))).toBe('404 NOT_FOUND_METHOD');
    expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ cards: [], selectedMethodId: account.id });
    expect(await removeAccount(account.methodKey)).toEqual({ ...account, status: 'DISABLED' });
    expect(await sandbox.provider.getWalletMethods({}, as)).toMatchObject({ accounts: [], selectedMethodId: null });
    expect(await verdict(sandbox.control.renameWalletMethod({ params: card, body: { alias: '새 이름' } }))).toBe(
      '404 NOT_FOUND',
    );
  });

  test("reaches no other customer's methods, and none that never were", async () => {
    const [mine, theirs] = [await joined(sandbox), await joined(sandbox)];
    const { methodKey } = await withCard(sandbox, theirs.customerKey);
    const remove = (key: string) => sandbox.provider.removeWalletCard({ body: { methodKey: key } }, mine.as);
    expect(await verdict(remove(methodKey))).toBe('404 NOT_FOUND_METHOD_OWNERSHIP');
    expect(await verdict(remove('nothing'))).toBe('404 NOT_FOUND_METHOD');
    expect((await sandbox.provider.getWalletMethods({}, theirs.as)).cards).toHaveLength(1);
  });

  test('of one card ten times at once succeeds once', async () => {
    const { customerKey, as } = await joined(sandbox);
    const { methodKey } = await withCard(sandbox, customerKey);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => verdict(sandbox.provider.removeWalletCard({ body: { methodKey } }, as))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['done', '404 NOT_FOUND_METHOD']));
  });
});

test('the selected method is the one registered last or, within a month, used last', async () => {
  const { customerKey, as } = await joined(sandbox);
  const card = await withCard(sandbox, customerKey);
  await freezeAt(sandbox, '2026-03-05T10:00:00');
  const account = await withAccount(sandbox, customerKey);
  const selected = async () => (await sandbox.provider.getWalletMethods({}, as)).selectedMethodId;
  expect(await selected()).toBe(account.id);
  await freezeAt(sandbox, '2026-03-06T10:00:00');
  const { methodKey } = card;
  await sandbox.provider.payByWallet({
    body: { customerKey, methodKey, amount: 10_000n, orderId: newOrderId(), orderName: '사과' },
  });
  expect(await selected()).toBe(card.id);
  await sandbox.control.setClock({ body: { now: new Date('2026-04-06T01:00:00Z'), mode: 'frozen' } });
  const token = await renewed(customerKey);
  const later = async () => (await sandbox.provider.getWalletMethods({}, token)).selectedMethodId;
  expect(await later()).toBe(card.id);
  await freezeAt(sandbox, '2026-04-06T10:00:01');
  expect(await later()).toBe(account.id);
});

/** A new token for the customer, because a month is longer than a token's lifetime. */
const renewed = async (customerKey: string) => (await joined(sandbox, customerKey)).as;

test('what happens to customers and methods is announced', async () => {
  const receiver = await startReceiver();
  await sandbox.control.registerWebhook({
    body: { url: receiver.url, events: ['METHOD_UPDATED', 'CUSTOMER_STATUS_CHANGED'] },
  });
  const { customerKey, as } = await joined(sandbox);
  await joined(sandbox, customerKey);
  const params = { customerKey };
  const [card, account] = [await withCard(sandbox, customerKey), await withAccount(sandbox, customerKey)];
  await sandbox.control.renameWalletMethod({ params: card, body: { alias: '새 이름' } });
  await sandbox.provider.removeWalletCard({ body: { methodKey: card.methodKey } }, as);
  await sandbox.control.changeWalletCustomer({ params, body: { changesPassword: true } });
  await sandbox.control.changeWalletCustomer({ params, body: { isOneTouch: true } });
  await sandbox.control.changeWalletCustomer({ params, body: { isOneTouch: true } });
  await sandbox.control.changeWalletCustomer({ params, body: { isOneTouch: false } });
  await sandbox.control.withdrawWalletCustomer({ params });

  await until('all are delivered', () => receiver.received.length >= 10);
  const data = receiver.received.map(({ json }) => json['data'] as { methodKey?: string; status: string });
  const of = (methodKey?: string) => data.filter((one) => one.methodKey === methodKey).map(({ status }) => status);
  expect(of(card.methodKey).sort()).toEqual(['ALIAS_UPDATED', 'DISABLED', 'ENABLED']);
  expect(of(account.methodKey).sort()).toEqual(['DISABLED', 'ENABLED']);
  expect(of().sort()).toEqual([
    'CREATED',
    'ONE_TOUCH_ACTIVATED',
    'ONE_TOUCH_DEACTIVATED',
    'PASSWORD_CHANGED',
    'REMOVED',
  ]);
  const [first] = receiver.received.filter(({ json }) => json['eventType'] === 'CUSTOMER_STATUS_CHANGED');
  expect(first?.json).toEqual({
    eventType: 'CUSTOMER_STATUS_CHANGED',
    createdAt: '2026-03-04T10:00:00.000000',
    data: { customerKey, status: expect.any(String) as string, changedAt: '2026-03-04T10:00:00+09:00' },
  });
  const [method] = receiver.received.filter(({ json }) => json['eventType'] === 'METHOD_UPDATED');
  expect(method?.json).toMatchObject({ createdAt: '2026-03-04T10:00:00.000000', data: { customerKey } });
  await receiver.close();
});
