import { paid } from '../testing/buyer.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const open = async (kind: string, body: unknown) => {
  const reply = await fetch(`${sandbox.url}/window/${kind}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.status, headers: reply.headers, json: (await reply.json()) as Record<string, string> };
};
const urls = { successUrl: 'https://shop.example/ok', failUrl: 'https://shop.example/no' };
const order = {
  clientKey: 'test_ck_spec0001',
  method: 'CARD',
  amount: 1_000,
  orderId: 'window-0001',
  orderName: '배',
  ...urls,
};
const billing = { clientKey: 'test_ck_spec0001', method: '카드', customerKey: 'customer-1', ...urls };

describe('what a shop asks for is checked before a window opens', () => {
  // prettier-ignore
  test.each<[string, string, unknown, number, string]>([
    ['no JSON',                  'payments', '{',                                        400, 'INVALID_REQUEST'],
    ['a list',                   'payments', [],                                         400, 'INVALID_REQUEST'],
    ['null',                     'payments', null,                                       400, 'INVALID_REQUEST'],
    ['no client key',            'payments', { ...order, clientKey: undefined },         400, 'INVALID_CLIENT_KEY'],
    ['a secret key',             'payments', { ...order, clientKey: 'test_sk_spec001' }, 400, 'INVALID_CLIENT_KEY'],
    ['no amount',                'payments', { ...order, amount: undefined },            400, 'REQUIRED_AMOUNT'],
    ['a script as address',      'payments', { ...order, successUrl: 'javascript:1' },   400, 'INCORRECT_SUCCESS_URL_FORMAT'],
    ['no address',               'payments', { ...order, failUrl: undefined },           400, 'INVALID_REQUEST'],
    ['billing without customer', 'billing',  { ...billing, customerKey: undefined },     400, 'INVALID_REQUEST'],
    ['billing by phone',         'billing',  { ...billing, method: '휴대폰' },            400, 'INVALID_REQUEST'],
    ['a wallet without redirect','wallet',   { ...order, customerKey: 'customer-1' },    400, 'INVALID_REQUEST'],
  ])('%s', async (_, kind, body, status, code) => {
    expect(await open(kind, body)).toMatchObject({ status, json: { code } });
  });

  test('a shop of any address may ask', async () => {
    const { status, headers, json } = await open('payments', order);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const window = await fetch(json['url'] ?? '');
    expect(window.status).toBe(200);
    expect(window.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;");
  });
});

test.each(['payments', 'billing', 'wallet'])('a window of %s that was never opened is not found', async (kind) => {
  const reply = await fetch(`${sandbox.url}/window/${kind}/unknown`);
  expect(reply.status).toBe(404);
});

test('the window of a payment that is paid has no form', async () => {
  const { checkout } = await paid(sandbox, 1_000n);
  const page = await (await fetch(checkout?.url ?? '')).text();
  expect(page).toContain('결제가 완료되었습니다');
  expect(page).not.toContain('<form');
});

test('the addresses in answers lead somewhere', async () => {
  const { receipt } = await paid(sandbox, 1_000n, { orderName: '<b>배</b>' });
  const page = await (await fetch(receipt?.url ?? '')).text();
  expect(page).toContain('1,000원');
  expect(page).not.toContain('<b>배');
  const terms = await sandbox.provider.listWalletTerms({
    query: { customerKey: 'customer-1', scope: ['REGISTER', 'CARD'] },
  });
  for (const { url, title } of terms) expect(await (await fetch(url)).text()).toContain(title);
  for (const path of ['icons/icn-bank-square-shinhan.svg', 'cards/41.svg']) {
    const picture = await fetch(`${sandbox.url}/wallet/${path}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  }
});

test.each([
  '/shop/fonts/..%2fpackage.json',
  '/shop/fonts/noto-sans-kr-999-wght-normal.woff2',
  '/wallet/icons/x.svg',
  '/receipts/x',
])('%s is not there', async (path) => {
  expect((await fetch(sandbox.url + path)).status).toBe(404);
});
