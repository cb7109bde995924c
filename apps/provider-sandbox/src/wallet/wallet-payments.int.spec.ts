import { freezeAt, newOrderId, paid } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { joined, withAccount, withCard } from '../testing/wallet-customer.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.changeSettings({ body: { walletAutomaticPayments: true, walletCardPoints: true } });
});

const verdict = (call: Promise<{ status: string }>) =>
  call.then(
    ({ status }) => status,
    (error: { code: string }) => error.code,
  );
type Asked = Partial<Parameters<Sandbox['provider']['payByWallet']>[0]['body']>;

/** A customer with a card, and a function that charges the card. */
async function payer(card: Parameters<typeof withCard>[2] = {}) {
  const { customerKey, as } = await joined(sandbox);
  const { methodKey } = await withCard(sandbox, customerKey, card);
  return { customerKey, as, methodKey };
}
async function accountHolder() {
  const { customerKey, as } = await joined(sandbox);
  const { methodKey } = await withAccount(sandbox, customerKey, { bankCode: '90' });
  return { customerKey, as, methodKey };
}
type Payer = { customerKey: string; methodKey: string };
const charge = ({ customerKey, methodKey }: Payer, asked: Asked = {}) =>
  sandbox.provider.payByWallet({
    body: { customerKey, methodKey, amount: 60_000n, orderId: newOrderId(), orderName: '사과', ...asked },
  });

describe('confirm', () => {
  const window = ({ customerKey, methodKey }: Payer, asked: object = {}) =>
    sandbox.control.payAsWalletCustomer({
      body: { customerKey, methodKey, amount: 15_000n, orderId: newOrderId(), orderName: '사과', ...asked },
    });
  type Opened = { paymentKey: string; orderId: string };
  const confirm = ({ paymentKey, orderId }: Opened, customerKey: string, amount = 15_000n) =>
    sandbox.provider.confirmWalletPayment({ body: { paymentKey, orderId, customerKey, amount } });

  test('approves what the customer authenticated, once, as a payment of the customer', async () => {
    const customer = await payer({ issuerCode: '61', cardType: '체크', ownerType: '법인' });
    const opened = await window(customer);
    expect(opened).toMatchObject({ type: 'WALLET', status: 'IN_PROGRESS', method: '카드' });
    const done = await confirm(opened, customer.customerKey);
    expect(done).toMatchObject({ type: 'WALLET', status: 'DONE', suppliedAmount: 13_636n, vat: 1_364n });
    expect(done.card).toMatchObject({ issuerCode: '61', cardType: '체크', ownerType: '법인', amount: 15_000n });
    expect(await verdict(confirm(opened, customer.customerKey))).toBe('ALREADY_PROCESSED_PAYMENT');
    const [row] = (
      await sandbox.provider.listTransactions({
        query: { startDate: '2026-03-04', endDate: '2026-03-05', limit: 5000 },
      })
    ).filter(({ paymentKey }) => paymentKey === done.paymentKey);
    expect(row).toMatchObject({ customerKey: customer.customerKey, status: 'DONE', amount: 15_000n });
  });

  test('goes on from a window that is still open, and leaves no way around the customer', async () => {
    const [customer, another] = [await payer(), await payer()];
    const opened = await window(customer, { isAuthenticated: false });
    expect(await verdict(confirm(opened, customer.customerKey))).toBe('NOT_FOUND_PAYMENT_SESSION');
    await sandbox.control.authenticatePayment({ params: opened });
    expect(await verdict(confirm(opened, another.customerKey))).toBe('FORBIDDEN_REQUEST');
    expect(await verdict(confirm(opened, customer.customerKey, 14_999n))).toBe('FORBIDDEN_REQUEST');
    expect(await verdict(confirm({ ...opened, orderId: newOrderId() }, customer.customerKey))).toBe(
      'FORBIDDEN_REQUEST',
    );
    expect(await verdict(confirm(opened, customer.customerKey))).toBe('DONE');
  });

  test('knows nothing of payments outside the wallet', async () => {
    const { customerKey } = await payer();
    const other = await paid(sandbox, 15_000n);
    expect(await verdict(confirm(other, customerKey))).toBe('NOT_FOUND_PAYMENT');
    expect(await verdict(confirm({ ...other, paymentKey: 'nothing' }, customerKey))).toBe('NOT_FOUND_PAYMENT');
  });

  // prettier-ignore
  test.each<[string, (opened: Opened, customerKey: string) => Promise<{ status: string }>]>([
    ['of the wallet',   confirm],
    ['of payments',     ({ paymentKey, orderId }) => sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 15_000n } })],
    ['with a path key', ({ paymentKey, orderId }) => sandbox.provider.confirmPaymentByKey({ params: { paymentKey }, body: { orderId, amount: 15_000n } })],
  ])('%s is refused when the method went, the customer left or was put on hold after authentication', async (_, confirmBy) => {
    const customer = await payer();
    const { customerKey } = customer;
    const change = (isOnHold: boolean) => sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold } });
    const [opened, another] = [await window(customer), await window(customer)];
    await change(true);
    expect(await verdict(confirmBy(opened, customerKey))).toBe('USER_ACCOUNT_ON_HOLD');
    expect(await verdict(confirmBy(opened, customerKey))).toBe('USER_ACCOUNT_ON_HOLD');
    expect(await sandbox.provider.getPayment({ params: opened })).toMatchObject({ status: 'IN_PROGRESS' });
    await change(false);
    expect(await verdict(confirmBy(opened, customerKey))).toBe('DONE');
    await sandbox.provider.removeWalletCard({ body: { methodKey: customer.methodKey } }, customer.as);
    expect(await verdict(confirmBy(another, customerKey))).toBe('NOT_FOUND_METHOD');
    await sandbox.provider.removeWalletCustomer({}, customer.as);
    expect(await verdict(confirmBy(another, customerKey))).toBe('NOT_FOUND_CUSTOMER');
  });

  test('by the operation of payments makes the method the one that was used last, too', async () => {
    const customer = await payer();
    await freezeAt(sandbox, '2026-03-04T10:01:00');
    await withCard(sandbox, customer.customerKey);
    const { paymentKey, orderId } = await window(customer);
    const { customerKey } = customer;
    const wallet = () => sandbox.provider.getWalletMethodsOf({ params: { customerKey } });
    const selected = async (): Promise<string | undefined> => {
      const { cards, selectedMethodId } = await wallet();
      return cards.find(({ id }) => id === selectedMethodId)?.methodKey;
    };
    expect(await selected()).not.toBe(customer.methodKey);
    await freezeAt(sandbox, '2026-03-04T10:02:00');
    await sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 15_000n } });
    expect(await selected()).toBe(customer.methodKey);
  });

  test('of a method that the bank refuses aborts the payment, and ten minutes later it has expired', async () => {
    const customer = await payer({ refuseWith: 'REJECT_CARD_PAYMENT' });
    const refused = await window(customer);
    expect(await verdict(confirm(refused, customer.customerKey))).toBe('REJECT_CARD_PAYMENT');
    const { paymentKey } = refused;
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({
      status: 'ABORTED',
      failure: { code: 'REJECT_CARD_PAYMENT' },
    });
    const late = await window(await payer());
    await freezeAt(sandbox, '2026-03-04T10:10:00');
    expect(await verdict(confirm(late, customer.customerKey))).toBe('FORBIDDEN_REQUEST');
    expect(await sandbox.provider.getPayment({ params: late })).toMatchObject({ status: 'EXPIRED' });
  });

  test('takes amounts as text, and cancels through the core', async () => {
    const customer = await payer();
    const { paymentKey, orderId } = await window(customer);
    const body = JSON.stringify({ paymentKey, orderId, customerKey: customer.customerKey, amount: '15000' });
    const headers = { 'content-type': 'application/json' };
    expect((await raw(sandbox, 'POST', '/v1/wallet/payments/confirm', { headers, body })).json).toMatchObject({
      status: 'DONE',
      totalAmount: 15_000,
    });
    const canceled = await sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심' } });
    expect(canceled).toMatchObject({ status: 'CANCELED', type: 'WALLET' });
  });
});

describe('an automatic payment', () => {
  test('charges a card without its customer', async () => {
    const customer = await payer({ issuerCode: '41' });
    const done = await charge(customer, { cardInstallmentPlan: 3, taxFreeAmount: 5_000n, cultureExpense: true });
    expect(done).toMatchObject({
      type: 'WALLET',
      status: 'DONE',
      method: '카드',
      taxFreeAmount: 5_000n,
      cultureExpense: false,
      cashReceipt: null,
      discount: null,
      transfer: null,
      card: { installmentPlanMonths: 3, isInterestFree: true, interestPayer: 'CARD_COMPANY', useCardPoint: false },
    });
    expect(await sandbox.provider.getPayment({ params: done })).toEqual(done);
  });

  test('of an order with = in its id is found under that id', async () => {
    const orderId = `${newOrderId()}==`;
    const done = await charge(await payer(), { orderId });
    expect(await sandbox.provider.getPaymentByOrder({ params: { orderId } })).toEqual(done);
    const listed = await sandbox.provider.listTransactions({
      query: { startDate: '2026-03-04', endDate: '2026-03-05', limit: 5000 },
    });
    expect(listed.map((row) => row.orderId)).toContain(orderId);
  });

  // prettier-ignore
  test.each<[string, Asked, string]>([
    ['a lump sum of 100',          { amount: 100n },                                'DONE'],
    ['less than a card pays',      { amount: 99n },                                 'BELOW_MINIMUM_AMOUNT'],
    ['0 months',                   { cardInstallmentPlan: 0, amount: 1_000n },      'DONE'],
    ['1 month',                    { cardInstallmentPlan: 1 },                      'INVALID_CARD_INSTALLMENT_PLAN'],
    ['-1 months',                  { cardInstallmentPlan: -1 },                     'INVALID_CARD_INSTALLMENT_PLAN'],
    ['2 months',                   { cardInstallmentPlan: 2 },                      'DONE'],
    ['12 months',                  { cardInstallmentPlan: 12 },                     'DONE'],
    ['13 months',                  { cardInstallmentPlan: 13 },                     'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
    ['2 months of 50,000',         { cardInstallmentPlan: 2, amount: 50_000n },     'DONE'],
    ['2 months of 49,999',         { cardInstallmentPlan: 2, amount: 49_999n },     'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT'],
    ['all of it free of tax',      { taxFreeAmount: 60_000n },                      'DONE'],
    ['more than all free of tax',  { taxFreeAmount: 60_001n },                      'INVALID_REQUEST'],
    ['card points',                { useCardPoint: true },                          'DONE'],
    ['a method that never was',    { methodKey: 'nothing' },                        'NOT_FOUND_METHOD'],
    ['a customer that never was',  { customerKey: 'nobody' },                       'NOT_FOUND_CUSTOMER'],
    ['an e-mail address',          { customerEmail: 'buyer@market.example' },       'DONE'],
    ['a discount nobody offers',   { discountCode: 'nothing' },                     'INVALID_REQUEST'],
  ])('with %s ends in its verdict', async (_, asked, expected) => {
    expect(await verdict(charge(await payer(), asked))).toBe(expected);
  });

  // prettier-ignore
  test.each<[string, object, string]>([
    ['6 characters of order',      { orderId: 'ab-_=9' },                           'DONE'],
    ['5 characters of order',      { orderId: 'ab-_=' },                            'INVALID_REQUEST'],
    ['64 characters of order',     { orderId: 'o'.repeat(64) },                     'DONE'],
    ['65 characters of order',     { orderId: 'o'.repeat(65) },                     'INVALID_REQUEST'],
    ['an order with a dot',        { orderId: 'order.1' },                          'INVALID_REQUEST'],
    ['an order without a name',    { orderName: '' },                               'INVALID_REQUEST'],
    ['100 characters of name',     { orderName: '사'.repeat(100) },                  'DONE'],
    ['101 characters of name',     { orderName: '사'.repeat(101) },                  'INVALID_REQUEST'],
    ['an amount as text',          { amount: '60000' },                             'DONE'],
    ['half a won',                 { amount: 0.5 },                                 'INVALID_REQUEST'],
    ['no e-mail address',          { customerEmail: 'nobody' },                     'INVALID_REQUEST'],
    ['2.5 months',                 { cardInstallmentPlan: 2.5 },                    'INVALID_CARD_INSTALLMENT_PLAN'],
    ['a receipt of no kind',       { cashReceipt: {} },                             'INVALID_REQUEST'],
    ['a receipt of another kind',  { cashReceipt: { type: '기타' } },                'INVALID_REQUEST'],
    ['a receipt for nobody',       { cashReceipt: { type: '소득공제' } },             'INVALID_REQUEST'],
    ['a kind without its number',  { cashReceipt: { type: '미발행', registrationNumberType: 'MOBILE' } }, 'INVALID_REQUEST'],
    ['no receipt',                 { cashReceipt: { type: '미발행' } },               'DONE'],
    ['flags as text',              { useCardPoint: 'true' },                        'INVALID_REQUEST'],
  ])('with %s on the wire ends in its verdict', async (_, part, expected) => {
    const { customerKey, methodKey } = await payer();
    const reply = await raw(sandbox, 'POST', '/v1/wallet/payments', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerKey, methodKey, amount: 60_000, orderId: newOrderId(), orderName: '사과', ...part }),
    });
    expect(reply.json['code'] ?? reply.json['status']).toBe(expected);
    expect(reply.status).toBe(expected === 'DONE' ? 200 : 400);
  });

  test("takes no other customer's method, none that was removed, and nothing from an account on hold", async () => {
    const [customer, another] = [await payer(), await payer()];
    const { customerKey, methodKey } = customer;
    expect(await verdict(charge(customer, { methodKey: another.methodKey }))).toBe('NOT_FOUND_METHOD_OWNERSHIP');
    await sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold: true } });
    expect(await verdict(charge(customer))).toBe('USER_ACCOUNT_ON_HOLD');
    await sandbox.control.changeWalletCustomer({ params: { customerKey }, body: { isOnHold: false } });
    expect(await verdict(charge(customer))).toBe('DONE');
    await sandbox.provider.removeWalletCard({ body: { methodKey } }, customer.as);
    expect(await verdict(charge(customer))).toBe('NOT_FOUND_METHOD');
  });

  test('needs its contract, and card points need theirs', async () => {
    const customer = await payer();
    await sandbox.control.changeSettings({ body: { walletCardPoints: false } });
    expect(await verdict(charge(customer, { useCardPoint: true }))).toBe('NOT_ALLOWED_POINT_USE');
    await sandbox.control.changeSettings({ body: { walletAutomaticPayments: false } });
    expect(await verdict(charge(customer))).toBe('NOT_SUPPORTED_METHOD');
  });

  // prettier-ignore
  test.each([
    ['체크',  { cardInstallmentPlan: 2 }, 'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
    ['체크',  { useCardPoint: true },     'DONE'],
    ['기프트', { useCardPoint: true },     'NOT_ALLOWED_POINT_USE'],
  ] as const)('of a card of type %s with %j ends in %s', async (cardType, asked, expected) => {
    expect(await verdict(charge(await payer({ cardType }), asked))).toBe(expected);
  });

  test('of an order that was paid, also at once, and of a card that is refused leaves nothing behind', async () => {
    const customer = await payer();
    const orderId = newOrderId();
    const results = await Promise.all(Array.from({ length: 5 }, () => verdict(charge(customer, { orderId }))));
    expect(results.sort()).toEqual([...Array.from({ length: 4 }, () => 'DUPLICATED_ORDER_ID'), 'DONE'].sort());
    const stolen = await payer({ refuseWith: 'INVALID_CARD_LOST_OR_STOLEN' });
    const refusedOrder = newOrderId();
    expect(await verdict(charge(stolen, { orderId: refusedOrder }))).toBe('INVALID_CARD_LOST_OR_STOLEN');
    expect(await verdict(sandbox.provider.getPaymentByOrder({ params: { orderId: refusedOrder } }))).toBe(
      'NOT_FOUND_PAYMENT',
    );
  });

  test('takes a discount from its budget, once for each payment', async () => {
    const customer = await accountHolder();
    const budget = async () => (await sandbox.provider.listWalletBankPromotions({})).discountBanks[0]?.balance;
    const before = (await budget()) ?? 0n;
    const done = await charge(customer, { discountCode: '7870516372' });
    expect(done).toMatchObject({ discount: { amount: 500n }, totalAmount: 60_000n });
    expect(await budget()).toBe(before - 500n);
    expect(await verdict(charge(await payer(), { discountCode: '7870516372' }))).toBe('INVALID_REQUEST');
    expect(await verdict(charge(customer, { discountCode: '7870516372', amount: 9_999n }))).toBe('INVALID_REQUEST');
    expect(await budget()).toBe(before - 500n);
  });

  // prettier-ignore
  test.each<[string, Asked, string]>([
    ['200 won',                      { amount: 200n },                'DONE'],
    ['199 won',                      { amount: 199n },                'BELOW_MINIMUM_AMOUNT'],
    ['installments',                 { cardInstallmentPlan: 2 },      'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
    ['card points',                  { useCardPoint: true },          'NOT_ALLOWED_POINT_USE'],
    ['a phone of 10 digits',         { cashReceipt: { type: '소득공제', registrationNumberType: 'MOBILE', registrationNumber: '0101234567' } },                    'DONE'],
    ['a phone of 9 digits',          { cashReceipt: { type: '소득공제', registrationNumberType: 'MOBILE', registrationNumber: '010123456' } },                     'INVALID_CASH_RECEIPT_INFO'],
    ['a phone of 12 digits',         { cashReceipt: { type: '소득공제', registrationNumberType: 'MOBILE', registrationNumber: '010123456789' } },                  'INVALID_CASH_RECEIPT_INFO'],
    ['a receipt card',               { cashReceipt: { type: '소득공제', registrationNumberType: 'CASH_RECEIPT_CARD', registrationNumber: '1234567890123' } },      'DONE'],
    ['a receipt card of 12 digits',  { cashReceipt: { type: '소득공제', registrationNumberType: 'CASH_RECEIPT_CARD', registrationNumber: '123456789012' } },       'INVALID_CASH_RECEIPT_INFO'],
    ['a business',                   { cashReceipt: { type: '지출증빙', registrationNumberType: 'BUSINESS_REGISTRATION', registrationNumber: '1208147521' } },     'DONE'],
    ['a business of 9 digits',       { cashReceipt: { type: '지출증빙', registrationNumberType: 'BUSINESS_REGISTRATION', registrationNumber: '120814752' } },      'INVALID_CASH_RECEIPT_INFO'],
    ['a business that is none',        { cashReceipt: { type: '지출증빙', registrationNumberType: 'BUSINESS_REGISTRATION', registrationNumber: '1208147522' } },      'INVALID_CASH_RECEIPT_INFO'],
    ['a business as a person',       { cashReceipt: { type: '소득공제', registrationNumberType: 'BUSINESS_REGISTRATION', registrationNumber: '1208147521' } },     'INVALID_REGISTRATION_NUMBER_TYPE'],
    ['a person as a business',       { cashReceipt: { type: '지출증빙', registrationNumberType: 'MOBILE', registrationNumber: '01012345678' } },                   'INVALID_REGISTRATION_NUMBER_TYPE'],
  ])('from an account with %s ends in its verdict', async (_, asked, expected) => {
    expect(await verdict(charge(await accountHolder(), asked))).toBe(expected);
  });

  test('from an account carries the bank, the culture expense and the cash receipt', async () => {
    const customer = await accountHolder();
    const cashReceipt = {
      type: '소득공제',
      registrationNumberType: 'MOBILE',
      registrationNumber: '01012345678',
    } as const;
    const done = await charge(customer, { cultureExpense: true, cashReceipt, taxFreeAmount: 1_000n });
    expect(done).toMatchObject({
      method: '계좌이체',
      card: null,
      transfer: { bankCode: '90' },
      cultureExpense: true,
      cashReceipt: { type: '소득공제', amount: 60_000n, taxFreeAmount: 1_000n },
      cashReceipts: [{ transactionType: 'CONFIRM', issueStatus: 'IN_PROGRESS', customerIdentityNumber: '01012345678' }],
    });
    const listed = await sandbox.provider.listCashReceipts({ query: { requestDate: '2026-03-04', limit: 10_000 } });
    expect(listed.data.map(({ orderId }) => orderId)).toContain(done.orderId);
    const { cancels } = await sandbox.provider.cancelPayment({ params: done, body: { cancelReason: '변심' } });
    expect(cancels?.[0]?.receiptKey).toBe(`c_${done.cashReceipt?.receiptKey}`);
    const none = await charge(customer, { cashReceipt: { type: '미발행' } });
    expect([none.cashReceipt, none.cashReceipts]).toEqual([null, null]);
    const byCard = await charge(await payer(), { cashReceipt });
    expect(byCard.cashReceipt).toBeNull();
  });
});
