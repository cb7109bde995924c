import { createHash } from 'node:crypto';
import { freezeAt, seoul } from '../testing/buyer.js';
import { onSale, sizes } from '../testing/links.js';
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

type Page = Readonly<{ status: number; url: string; text: string; headers: Headers }>;
const open = async (url: string, init: RequestInit = {}): Promise<Page> => {
  const reply = await fetch(new URL(url, sandbox.url), init);
  return { status: reply.status, url: reply.url, text: await reply.text(), headers: reply.headers };
};
const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const found = (page: Page, pattern: RegExp) => decoded(pattern.exec(page.text)?.[1] ?? '');
/** Submits the page's form like a browser: its hidden fields, and the fields a buyer fills in. */
const submit = (page: Page, fields: Record<string, string>, change: { token?: string } = {}) =>
  open(found(page, /<form method="post" action="([^"]*)"/), {
    method: 'POST',
    body: new URLSearchParams({ token: found(page, /name="token" value="([^"]*)"/), ...fields, ...change }),
  });
const buyer = { quantity: '1', customerName: '김구매', customerPhoneNumber: '010-1234-5678' };
const window = (decision: 'approve' | 'refuse') => ({ decision, method: '카드' });
const orders = () => sandbox.provider.listOrders({ query: { limit: 100 } });

test('a person clicks through from the link to the paid order', async () => {
  const product = await onSale(sandbox, {
    optionDetail: sizes,
    useMemo: true,
    deliveryPolicy: { amount: 3_000n, period: '2일' },
    description: '달다',
    exchangeRefundPolicy: '7일 안에',
  });
  const form = await open(`${product.url}?campaign=${encodeURIComponent('봄 & "여름"')}`);
  expect([form.status, form.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const shown of ['사과 한 상자', '5,000원', '달다', '7일 안에', '배송비 3,000원'])
    expect(form.text).toContain(shown);
  const option = found(form, /<option value="([^"]*)" *>/);
  const shipping = { receiver: '이수령', postalCode: '06236', address: '서울', detailAddress: '' };
  const opened = await submit(form, { ...buyer, option, quantity: '2', memo: '문 앞에', ...shipping });
  expect(opened.text).toContain('15,000원');
  const refused = await submit(opened, window('refuse'));
  expect(refused.text).toContain('결제가 거절되었습니다');
  const paid = await submit(refused, window('approve'));
  expect(paid.text).toContain('결제가 완료되었습니다');
  expect(await orders()).toMatchObject([
    {
      amount: 15_000n,
      metaFields: { campaign: '봄 & "여름"' },
      orderItems: [{ quantity: 2, orderOptions: [{ names: ['대', '빨강'] }] }],
      customerName: '김구매',
      customerPhoneNumber: '01012345678',
      memo: '문 앞에',
      shipping: { receiver: '이수령', fullAddress: '서울' },
      payment: { status: 'DONE', totalAmount: 15_000n },
    },
  ]);
  // The payment window of a paid order redirects to the order.
  expect((await open(opened.url)).url).toBe(paid.url);
});

test('a person chooses a virtual account, sees where to deposit, and after the deposit the paid order', async () => {
  const product = await onSale(sandbox);
  const opened = await submit(await open(product.url ?? ''), buyer);
  const wrong = await submit(opened, { decision: 'approve', method: '가상계좌', bank: '없는은행' });
  expect([wrong.status, wrong.text.includes('<form')]).toEqual([400, false]);
  const waiting = await submit(opened, {
    decision: 'approve',
    method: '가상계좌',
    bank: '국민',
    depositorName: '이입금',
  });
  const { payment } = (await orders())[0] ?? {};
  const { accountNumber = '', customerName, dueDate = new Date(0) } = payment?.virtualAccount ?? {};
  expect([payment?.status, customerName]).toEqual(['WAITING_FOR_DEPOSIT', '이입금']);
  for (const shown of ['입금을 기다리고 있습니다', '국민', accountNumber, '이입금', '5,000원', '2026-03-11 10:00'])
    expect(waiting.text).toContain(shown);
  await sandbox.control.depositIntoAccount({ params: { paymentKey: payment?.paymentKey ?? '' }, body: {} });
  expect((await open(waiting.url)).text).toContain('결제가 완료되었습니다');
  const late = await submit(await submit(await open(product.url ?? ''), buyer), {
    decision: 'approve',
    method: '가상계좌',
    bank: '신한',
  });
  await sandbox.control.setClock({ body: { now: new Date(dueDate.getTime() + 1_000) } });
  expect((await open(late.url)).text).toContain('입금 기한이 지났습니다');
});

test('a form sent twice is one order, and a window used twice one payment', async () => {
  const form = await open((await onSale(sandbox)).url ?? '');
  const [first, second] = [await submit(form, buyer), await submit(form, buyer)];
  expect(second.url).toBe(first.url);
  await Promise.all([submit(first, window('approve')), submit(second, window('approve'))]);
  const { payment } = (await orders())[0] ?? {};
  expect(await orders()).toHaveLength(1);
  const rows = await sandbox.provider.listTransactions({ query: { startDate: '2026-03-04', endDate: '2026-03-05' } });
  expect(rows).toMatchObject([{ paymentKey: payment?.paymentKey }]);
});

describe('what is not in order', () => {
  test('a product that is sold out has no form, and one that is gone no page', async () => {
    const soldOut = await open((await onSale(sandbox, { stock: { quantity: 0 } })).url ?? '');
    expect(soldOut.text).toContain('품절');
    expect(soldOut.text).not.toContain('<form');
    for (const path of [
      '/shop/products/nobody',
      '/shop/orders/nobody',
      '/shop/orders/nobody/pay',
      '/shop/images/nobody',
    ]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
  });

  test('the last piece goes to whoever pays first; the other is told', async () => {
    const form = async (url: string | null) => submit(await open(url ?? ''), buyer);
    const { url } = await onSale(sandbox, { stock: { quantity: 1 } });
    const [mine, theirs] = [await form(url), await form(url)];
    expect((await submit(mine, window('approve'))).status).toBe(200);
    const late = await submit(theirs, window('approve'));
    expect([late.status, late.text.includes('품절된 상품입니다')]).toEqual([400, true]);
  });

  // prettier-ignore
  test.each<[string, Record<string, string>, number]>([
    ['a good form',               {},                                        200],
    ['no quantity',               { quantity: '' },                          400],
    ['a quantity of 0',           { quantity: '0' },                         400],
    ['a quantity that is none',   { quantity: 'many' },                      400],
    ['no name',                   { customerName: '  ' },                    400],
    ['a name of 100 characters',  { customerName: '가'.repeat(100) },         200],
    ['a name of 101 characters',  { customerName: '가'.repeat(101) },         400],
    ['no phone number',           { customerPhoneNumber: '' },               400],
    ['a NUL in the name',         { customerName: 'a\0b' },                  400],
  ])('%s answers %3$d', async (_, change, status) => {
    const form = await open((await onSale(sandbox)).url ?? '');
    expect((await submit(form, { ...buyer, ...change })).status).toBe(status);
  });

  test('delivery demands an address', async () => {
    const form = await open((await onSale(sandbox, { deliveryPolicy: { amount: 0n, period: '1일' } })).url ?? '');
    const refused = await submit(form, { ...buyer, receiver: '이', postalCode: '1234', address: '서울' });
    expect([refused.status, refused.text.includes('배송지')]).toEqual([400, true]);
  });

  // prettier-ignore
  test.each([
    ['no token',                 () => ''],
    ['a token nobody issued',    (token: string) => `${token.split('.')[0]}.${'A'.repeat(43)}`],
    ['a token of another page',  (_: string, other: string) => other],
  ])('%s is forbidden', async (_, tokenOf) => {
    const form = await open((await onSale(sandbox)).url ?? '');
    const other = await open((await onSale(sandbox)).url ?? '');
    const token = tokenOf(found(form, /name="token" value="([^"]*)"/), found(other, /name="token" value="([^"]*)"/));
    expect((await submit(form, buyer, { token })).status).toBe(403);
  });

  test('after the last second of its sale a product is not paid any more', async () => {
    const { url } = await onSale(sandbox, { validThrough: seoul('2026-03-04T10:00:30') });
    const opened = await submit(await open(url ?? ''), buyer);
    await freezeAt(sandbox, '2026-03-04T10:00:31');
    const late = await submit(opened, window('approve'));
    expect([late.status, late.text.includes('판매 기간이 종료')]).toEqual([400, true]);
  });

  test('JSON is no form, and too much of one neither', async () => {
    const { url } = await onSale(sandbox);
    const headers = { 'content-type': 'application/json' };
    expect((await open(url ?? '', { method: 'POST', headers, body: '{}' })).status).toBe(400);
    const body = new URLSearchParams({ memo: 'x'.repeat(70_000) });
    expect((await open(url ?? '', { method: 'POST', body })).status).toBe(400);
  });
});

describe('what others write', () => {
  const nasty = `"><script>alert('x')</script>&amp;<img src=x onerror=alert(1)>`;

  test('is shown as text: the merchant, the link and the buyer cannot add to a page', async () => {
    const product = await onSale(sandbox, {
      name: nasty.slice(0, 100),
      description: nasty,
      exchangeRefundPolicy: nasty,
      optionDetail: {
        groups: [{ name: '크기', values: ['<b>대'] }],
        options: [{ names: ['<b>대'], amount: 0n, available: true }],
      },
    });
    const form = await open(`${product.url}?${new URLSearchParams({ [nasty]: nasty }).toString()}&__proto__=x&%zz=%`);
    const option = found(form, /<option value="([^"]*)" *>/);
    const opened = await submit(form, { ...buyer, customerName: nasty, option });
    const paid = await submit(opened, window('approve'));
    for (const page of [form, opened, paid]) {
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/<script|onerror=|<b>대/);
    }
    const [order] = (await orders()).slice(-1);
    expect(order).toMatchObject({ metaFields: { [nasty]: nasty }, customerName: nasty });
  });

  test('cannot run: the policy names the one style there is', async () => {
    const { headers, text } = await open((await onSale(sandbox)).url ?? '');
    const style = createHash('sha256')
      .update(/<style>([^]*)<\/style>/.exec(text)?.[1] ?? '')
      .digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self' 'sha256-${style}'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
});

test('links name the address the sandbox is told it has', async () => {
  const told = await startSandbox({ PUBLIC_URL: 'https://pay.market.example/' });
  const { url, productKey } = await onSale(told);
  expect(url).toBe(`https://pay.market.example/shop/products/${productKey}`);
  await told.stop();
});
