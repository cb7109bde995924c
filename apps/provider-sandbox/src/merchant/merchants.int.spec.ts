import { createHmac } from 'node:crypto';
import { providerContract } from '@jeongsan/provider-contract';
import type { Endpoint } from '@jeongsan/http-contract';
import { customerKey } from '../testing/billing.js';
import { authenticated, freezeAt, newOrderId, paid, seoul } from '../testing/buyer.js';
import { type Filled, filled, ORDER_ID } from '../testing/filled.js';
import { type Receiver, startReceiver, until } from '../testing/receiver.js';
import {
  addedMerchant,
  asMerchant,
  basic,
  type MerchantSandbox,
  raw,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
} from '../testing/sandbox.js';
import { payoutItem, registered } from '../testing/sellers.js';

let sandbox: Sandbox;
let billing: MerchantSandbox;
let firsts: Filled;
let others: Filled;
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  billing = await addedMerchant(sandbox, 'billing1');
  // One by one, so that the same keys chosen by both merchants meet objects that exist already.
  firsts = await filled(sandbox);
  others = await filled(billing);
  await freezeAt(sandbox, '2026-03-10T10:00:00');
});
afterAll(() => sandbox.stop());

type Caller = Readonly<{ secretKey: string; accessToken: string }>;
const first = (): Caller => ({ secretKey: SECRET_KEY, accessToken: firsts.accessToken });
const other = (): Caller => ({ secretKey: billing.secretKey, accessToken: others.accessToken });

const reads = Object.entries(providerContract as Readonly<Record<string, Endpoint>>).filter(
  ([, { method }]) => method === 'GET',
);

const QUERIES: Readonly<Record<string, string>> = {
  listTransactions: 'startDate=2026-03-01T00:00:00&endDate=2026-03-31T00:00:00&limit=100',
  listSettlements: 'startDate=2026-03-01&endDate=2026-03-31&size=5000',
  listCashReceipts: 'requestDate=2026-03-04',
  listLegacyPayouts: 'startDate=2026-03-01&endDate=2026-03-31',
  listWalletTerms: `customerKey=${customerKey}&scope=REGISTER`,
};

/** The address of a read operation, with the keys of the given merchant's objects. */
function addressOf(name: string, { path }: Endpoint, keys: Filled): string {
  const ids: Readonly<Record<string, string>> = {
    getSeller: keys.sellerId,
    getPayout: keys.payoutId,
    getReservation: keys.reservationId,
  };
  const values = { ...keys, orderId: ORDER_ID, customerKey, subMallId: 'mall01', id: ids[name] ?? '' };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent((values as Readonly<Record<string, string>>)[key] ?? `no-${key}`),
  );
  const query = name === 'getArsSession' ? `arsReservationId=${keys.reservationId}` : QUERIES[name];
  return query === undefined ? filledPath : `${filledPath}?${query}`;
}

async function read(name: string, e: Endpoint, keys: Filled, { secretKey, accessToken }: Caller) {
  const authorization = e.security === 'bearer' ? `Bearer ${accessToken}` : basic(secretKey);
  return raw(sandbox, 'GET', addressOf(name, e, keys), { secretKey: null, headers: { authorization } });
}

const KEYS = [
  'paymentKey',
  'lastTransactionKey',
  'transactionKey',
  'billingKey',
  'receiptKey',
  'payoutKey',
  'productKey',
  'orderKey',
  'methodKey',
  'id',
];
/** Texts of the answer's keys that the provider itself issued. Terms and promotions are the same for every merchant. */
const issuedIn = (text: string): string[] =>
  [...text.matchAll(/"(\w+)":\s*"([^"]{12,})"/g)].flatMap(([, name = '', value = '']) =>
    KEYS.includes(name) ? [value] : [],
  );

const ofAll = (keys: Filled): string[] => Object.values(keys);

test.each(reads)('%s shows a merchant only objects of its own', async (name, e) => {
  const [mine, theirs] = [await read(name, e, firsts, first()), await read(name, e, others, other())];
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  const [minesKeys, theirsKeys] = [issuedIn(mine.text), issuedIn(theirs.text)];
  if (name !== 'listWalletTerms') expect(minesKeys.filter((key) => theirsKeys.includes(key))).toEqual([]);
  expect(ofAll(firsts).filter((key) => theirs.text.includes(key))).toEqual([]);
  expect(ofAll(others).filter((key) => mine.text.includes(key))).toEqual([]);
});

const lookups = reads.filter(
  ([name, { path }]) =>
    name === 'getArsSession' || (path.includes('{') && !/\{(orderId|customerKey|subMallId)\}/.test(path)),
);

test.each(lookups)("%s answers another merchant's key like a key that nobody has", async (name, e) => {
  const unknown = Object.fromEntries(
    Object.entries(firsts).map(([key, value]) => [key, `${value.slice(0, -4)}zzzz`]),
  ) as Filled;
  const codeOf = ({ json }: Awaited<ReturnType<typeof read>>) => {
    const { code, error } = json as { code?: string; error?: { code?: string } };
    return code ?? error?.code;
  };
  const [strange, missing] = [await read(name, e, firsts, other()), await read(name, e, unknown, other())];
  expect(strange.status).toBe(404);
  expect([strange.status, codeOf(strange)]).toEqual([missing.status, codeOf(missing)]);
});

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

// prettier-ignore
const writes: readonly [string, string, () => Promise<unknown>][] = [
  ['confirmPayment',      'NOT_FOUND_PAYMENT',     async () => { const { paymentKey, orderId } = await authenticated(sandbox, 1_000n); return billing.provider.confirmPayment({ body: { paymentKey, orderId, amount: 1_000n } }); }],
  ['cancelPayment',       'NOT_FOUND_PAYMENT',     () => billing.provider.cancelPayment({ params: firsts, body: { cancelReason: '변심' } })],
  ['chargeBilling',       'NOT_FOUND_BILLING',     () => billing.provider.chargeBilling({ params: firsts, body: { amount: 1_000n, customerKey, orderId: newOrderId(), orderName: '사과' } })],
  ['deleteBillingKey',    'NOT_FOUND_BILLING',     () => billing.provider.deleteBillingKey({ params: firsts })],
  ['cancelCashReceipt',   'NOT_FOUND_RECEIPT',     () => billing.provider.cancelCashReceipt({ params: firsts, body: undefined })],
  ['deleteSeller',        'NOT_FOUND_SELLER',      () => billing.provider.deleteSeller({ params: { id: firsts.sellerId } })],
  ['createPayouts',       'NOT_FOUND_SELLER',      () => billing.provider.createPayouts({ body: [payoutItem(firsts.sellerId, 1_000n)] })],
  ['cancelPayout',        'PAYOUT_NOT_FOUND',      () => billing.provider.cancelPayout({ params: { id: firsts.payoutId } })],
  ['deleteProduct',       'NOT_FOUND_PRODUCT',     () => billing.provider.deleteProduct({ params: firsts })],
  ['cancelOrder',         'NOT_FOUND_ORDER',       () => billing.provider.cancelOrder({ params: firsts, body: { cancelReason: '변심' } })],
  ['cancelReservation',   'NOT_FOUND_RESERVATION', () => billing.provider.cancelReservation({ params: { id: firsts.reservationId }, body: { cancelReason: '변심' } })],
];
test.each(writes)("%s on another merchant's object is refused with %s, and changes nothing", async (_, code, write) => {
  const before = await sandbox.control.readBook({});
  expect(await codeOf(write())).toBe(code);
  expect(await sandbox.control.readBook({})).toEqual(before);
});

test('the book of each merchant holds its own payments, and the balance is its own', async () => {
  await paid(billing, 7_000n);
  const [mine, theirs] = [await sandbox.control.readBook({}), await billing.control.readBook({})];
  expect(theirs.approved).toBe(mine.approved + 7_000n);
  expect((await billing.provider.getPayment({ params: { paymentKey: others.paymentKey } })).mId).toBe('billing1');
});

test('settings are per merchant; the clock is one for all', async () => {
  await billing.control.changeSettings({ body: { payoutContract: false } });
  expect(await codeOf(billing.provider.getBalance({}))).toBe('FORBIDDEN_REQUEST');
  expect(await codeOf(sandbox.provider.getBalance({}))).toBe('done');
  await billing.control.changeSettings({ body: { payoutContract: true } });
  expect((await billing.control.readClock({})).now).toEqual(seoul('2026-03-10T10:00:00'));
});

test('an idempotency key of one merchant repeats nothing of the other', async () => {
  const key = { idempotencyKey: 'the-same-key' };
  const body = { method: '카드' as const, amount: 5_000n, orderName: '사과' };
  const [a, b] = await Promise.all([
    sandbox.control.payAsBuyer({ body: { ...body, orderId: newOrderId() } }),
    billing.control.payAsBuyer({ body: { ...body, orderId: newOrderId() } }),
  ]);
  const mine = await sandbox.provider.confirmPayment({ body: { ...a, amount: 5_000n } }, key);
  const theirs = await billing.provider.confirmPayment({ body: { ...b, amount: 5_000n } }, key);
  expect([mine.paymentKey, theirs.paymentKey]).toEqual([a.paymentKey, b.paymentKey]);
});

describe('webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());
  /** Signs by the documented rule, with code that the sandbox does not use. */
  const signed = (hex: string, text: string, time: string) =>
    `v1:${createHmac('sha256', Buffer.from(hex, 'hex')).update(`${text}:${time}`).digest('base64')}`;

  test('go to the targets of their merchant, signed with its keys; a rotation disturbs no other merchant', async () => {
    const links = await addedMerchant(sandbox, 'links1');
    await links.control.registerWebhook({ body: { url: receiver.url, events: ['seller.changed'] } });
    const seller = async (at: MerchantSandbox) => {
      const { id } = await registered(at);
      await at.control.finishKyc({ params: { id } });
      return id;
    };
    const of = (id: string) => receiver.received.filter(({ text }) => text.includes(id));
    const before = await seller(links);
    const strangers = await seller(billing);
    await until("the first seller's webhook", () => of(before).length > 0);
    const newer = 'cd'.repeat(32);
    const newSecretKey = 'test_sk_rotated0001';
    await sandbox.control.changeMerchantKeys({
      params: { mId: 'links1' },
      body: { secretKeys: [newSecretKey], securityKeys: [newer, links.securityKey] },
    });
    expect(await codeOf(links.provider.getBalance({}))).toBe('UNAUTHORIZED_KEY');
    expect(await codeOf(billing.provider.getBalance({}))).toBe('done');
    const after = await seller(asMerchant(sandbox, 'links1', newSecretKey, newer));
    await until("the second seller's webhook", () => of(after).length > 0);
    for (const [id, keys] of [
      [before, [links.securityKey]],
      [after, [newer, links.securityKey]],
    ] as const) {
      const [{ headers = {}, text = '' } = {}] = of(id);
      const time = String(headers['tosspayments-webhook-transmission-time']);
      const expected = keys.map((key) => signed(key, text, time)).join(',');
      expect(headers['tosspayments-webhook-signature']).toBe(expected);
    }
    expect(of(strangers)).toEqual([]);
  });
});

test('a mId or a key that is taken is refused; an unknown merchant is not found', async () => {
  expect(await codeOf(sandbox.control.addMerchant({ body: { mId: 'billing1' } }))).toBe('NOT_POSSIBLE');
  expect(await codeOf(sandbox.control.addMerchant({ body: { mId: 'market' } }))).toBe('NOT_POSSIBLE');
  const secretKeys = [billing.secretKey];
  expect(await codeOf(sandbox.control.addMerchant({ body: { mId: 'other1', secretKeys } }))).toBe('NOT_POSSIBLE');
  const strange = asMerchant(sandbox, 'nowhere', billing.secretKey, billing.securityKey);
  expect(await codeOf(strange.control.readBook({}))).toBe('NOT_FOUND');
});

test("a merchant's page of a payment link is found by its product, and each merchant has a page under /control", async () => {
  const page = await raw(sandbox, 'GET', `/shop/products/${others.productKey}`, { secretKey: null });
  expect([page.status, page.text.includes('사과 한 상자')]).toEqual([200, true]);
  const control = await raw(sandbox, 'GET', '/control?merchant=billing1', { secretKey: null });
  expect(control.text).toContain('Sandbox of billing1');
});

test('merchants, keys and books outlive a restart; what falls due is done for each', async () => {
  const { paymentKey } = await authenticated(billing, 9_000n);
  sandbox = await sandbox.restart();
  billing = asMerchant(sandbox, 'billing1', billing.secretKey, billing.securityKey);
  expect((await billing.provider.getPayment({ params: { paymentKey } })).status).toBe('IN_PROGRESS');
  await freezeAt(sandbox, '2026-03-11T10:00:00');
  expect((await billing.provider.getPayment({ params: { paymentKey } })).status).toBe('EXPIRED');
  expect(await sandbox.control.listMerchants({})).toMatchObject({
    items: [{ mId: 'market' }, { mId: 'billing1' }, {}],
  });
});

test('a reset for one merchant leaves the other; a reset of the sandbox empties all and keeps their keys', async () => {
  const mine = await sandbox.control.readBook({});
  await billing.control.reset({});
  expect((await billing.control.readBook({})).approved).toBe(0n);
  expect(await sandbox.control.readBook({})).toEqual(mine);
  await paid(billing, 3_000n);
  await sandbox.control.reset({});
  expect((await billing.control.readBook({})).approved).toBe(0n);
  expect(await codeOf(billing.provider.getBalance({}))).toBe('done');
});
