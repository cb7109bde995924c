import type { MangleVariant } from '@jeongsan/sandbox-control';
import { compactDecrypt } from 'jose';
import { authenticated, freezeAt, funded, paid } from '../testing/buyer.js';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem, registered } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
afterEach(() => sandbox.control.clearFaults({}));

const confirmable = async () => {
  const { paymentKey, orderId } = await authenticated(sandbox, 5_000n);
  return { body: { paymentKey, orderId, amount: 5_000n } };
};
const statusOf = async (paymentKey: string) => (await sandbox.provider.getPayment({ params: { paymentKey } })).status;
const fault = (body: Parameters<typeof sandbox.control.addFault>[0]['body']) => sandbox.control.addFault({ body });

// prettier-ignore
test.each([
  ['drop-before-commit', 'IN_PROGRESS', 'NO_REPLY'],
  ['drop-after-commit',  'DONE',        'NO_REPLY'],
  ['garbage',            'DONE',        'CONTRACT_DRIFT'],
] as const)('%s leaves the caller in the dark and the payment %s', async (kind, status, code) => {
  await fault({ operation: 'confirmPayment', kind, times: 1 });
  const call = await confirmable();
  await expect(sandbox.provider.confirmPayment(call)).rejects.toMatchObject({ outcome: 'unknown', code });
  expect(await statusOf(call.body.paymentKey)).toBe(status);
});

test('an answer lost on the way is found again under its idempotency key', async () => {
  await fault({ operation: 'confirmPayment', kind: 'drop-after-commit', times: 1 });
  const call = await confirmable();
  const options = { idempotencyKey: call.body.paymentKey };
  await expect(sandbox.provider.confirmPayment(call, options)).rejects.toMatchObject({ code: 'NO_REPLY' });
  expect(await sandbox.provider.confirmPayment(call, options)).toMatchObject({ status: 'DONE' });
});

test('an error has no effect, and is not what the idempotency key remembers', async () => {
  await fault({ operation: 'confirmPayment', kind: 'error', times: 1, status: 503, code: 'BANK_ON_FIRE' });
  const call = await confirmable();
  const options = { idempotencyKey: call.body.paymentKey };
  await expect(sandbox.provider.confirmPayment(call, options)).rejects.toMatchObject({
    outcome: 'unknown',
    status: 503,
    code: 'BANK_ON_FIRE',
  });
  expect(await statusOf(call.body.paymentKey)).toBe('IN_PROGRESS');
  expect(await sandbox.provider.confirmPayment(call, options)).toMatchObject({ status: 'DONE' });
});

test('a delay lets the caller run out of time although the payment is approved', async () => {
  await fault({ operation: 'confirmPayment', kind: 'delay', times: 1, delayMs: 1_000 });
  const call = await confirmable();
  await expect(sandbox.provider.confirmPayment(call, { timeoutMs: 300 })).rejects.toMatchObject({
    outcome: 'unknown',
    code: 'NO_REPLY',
  });
  expect(await statusOf(call.body.paymentKey)).toBe('DONE');
});

test('a fault lets calls through first, strikes as often as it says, and only its own operation', async () => {
  await fault({ operation: 'getBalance', kind: 'error', after: 1, times: 2, status: 429 });
  const read = () =>
    sandbox.provider.getBalance({}).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const results = [];
  for (let i = 0; i < 4; i += 1) results.push(await read());
  expect(results).toEqual([200, 429, 429, 200]);
});

test('a fault of every operation strikes any, and clearing ends it', async () => {
  await fault({ operation: '*', kind: 'error', times: 1_000 });
  await expect(paid(sandbox, 1_000n)).rejects.toMatchObject({ status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' });
  expect((await raw(sandbox, 'GET', '/v2/balances')).json).toMatchObject({
    error: { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING' },
  });
  await sandbox.control.clearFaults({});
  expect(await paid(sandbox, 1_000n)).toMatchObject({ status: 'DONE' });
});

// prettier-ignore
test.each<[MangleVariant, RegExp, RegExp]>([
  ['html',               /^text\/html/,          /^<html>.*502/],
  ['empty',              /^application\/json/,   /^$/],
  ['truncated',          /^application\/json/,   /^\{"version":(?!.*\}$)/],
  ['wrong-content-type', /^application\/octet-/, /^\{.*"status":"IN_PROGRESS".*\}$/],
  ['decimal-amounts',    /^application\/json/,   /"totalAmount":5000\.0,.*"vat":455\.0/],
  ['text-amounts',       /^application\/json/,   /"totalAmount":"5000",.*"vat":"455"/],
  ['unknown-status',     /^application\/json/,   /"status":"SOMETHING_NEW"/],
  ['unknown-field',      /^application\/json/,   /^\{"somethingNew":/],
  ['missing-status',     /^application\/json/,   /^(?!.*"status":)\{.*\}$/],
])('an answer mangled as %s', async (variant, type, text) => {
  const { paymentKey } = await authenticated(sandbox, 5_000n);
  await fault({ operation: 'getPayment', kind: 'mangle', variant, times: 1 });
  const reply = await raw(sandbox, 'GET', `/v1/payments/${paymentKey}`);
  expect([reply.status, reply.headers.get('content-type'), reply.text]).toEqual([200, expect.stringMatching(type), expect.stringMatching(text)]);
});

test('a sealed answer is mangled within its seal, unless it is cut off', async () => {
  const { id } = await registered(sandbox);
  const read = async (variant: MangleVariant) => {
    await fault({ operation: 'getSeller', kind: 'mangle', variant, times: 1 });
    return (
      await raw(sandbox, 'GET', `/v2/sellers/${id}`, { headers: { 'TossPayments-api-security-mode': 'ENCRYPTION' } })
    ).text;
  };
  const opened = (token: string) => compactDecrypt(token, Buffer.from(SECURITY_KEY_HEX, 'hex'));
  expect(Buffer.from((await opened(await read('unknown-status'))).plaintext).toString()).toContain('"SOMETHING_NEW"');
  await expect(opened(await read('truncated'))).rejects.toThrow();
});

test('a duplicated request is performed twice, and the caller gets the second answer', async () => {
  await fault({ operation: 'confirmPayment', kind: 'duplicate', times: 1 });
  const call = await confirmable();
  await expect(sandbox.provider.confirmPayment(call)).rejects.toMatchObject({ code: 'ALREADY_PROCESSED_PAYMENT' });
  expect(await statusOf(call.body.paymentKey)).toBe('DONE');
});

test('under an idempotency key a duplicated request is performed once', async () => {
  await fault({ operation: 'confirmPayment', kind: 'duplicate', times: 1 });
  const call = await confirmable();
  const options = { idempotencyKey: call.body.paymentKey };
  expect(await sandbox.provider.confirmPayment(call, options)).toMatchObject({ status: 'DONE' });
});

test('reordered answers change places', async () => {
  await fault({ operation: 'getPayment', kind: 'reorder', times: 1 });
  const { paymentKey } = await authenticated(sandbox, 5_000n);
  const order: string[] = [];
  const first = raw(sandbox, 'GET', `/v1/payments/${paymentKey}`).then(() => order.push('first'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(order).toEqual([]);
  await raw(sandbox, 'GET', '/v2/balances').then(() => order.push('second'));
  await first;
  expect(order).toEqual(['second', 'first']);
});

test('a dripping answer comes whole, but a caller with little time does not wait for it', async () => {
  const call = await confirmable();
  await fault({ operation: 'getPayment', kind: 'drip', delayMs: 1, times: 2 });
  const params = { paymentKey: call.body.paymentKey };
  const started = Date.now();
  expect(await sandbox.provider.getPayment({ params })).toMatchObject({ status: 'IN_PROGRESS' });
  expect(Date.now() - started).toBeGreaterThan(300);
  await expect(sandbox.provider.getPayment({ params }, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'NO_REPLY' });
});

test('a fault that looks for a text strikes only where it is, in a path or in a sealed body', async () => {
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await funded(sandbox, 1_000_000n);
  const seller = await approved(sandbox);
  const [lost, safe] = [payoutItem(seller.id, 1_000n), payoutItem(seller.id, 1_000n)];
  await fault({ operation: 'createPayouts', kind: 'drop-after-commit', contains: lost.refPayoutId, times: 9 });
  await fault({ operation: '*', kind: 'error', contains: `/v2/sellers/${seller.id}`, times: 9 });
  expect((await sandbox.provider.createPayouts({ body: [safe] })).entityBody.size).toBe(1);
  await expect(sandbox.provider.createPayouts({ body: [lost] })).rejects.toMatchObject({ code: 'NO_REPLY' });
  await expect(sandbox.provider.getSeller({ params: { id: seller.id } })).rejects.toMatchObject({ status: 500 });
  expect((await sandbox.provider.listSellers({ query: {} })).entityBody.size).toBeGreaterThan(0);
});

test('a listing loses items, the first or those named, or turns them round', async () => {
  const { id } = await registered(sandbox);
  const [first, second] = [await registered(sandbox), await registered(sandbox)];
  const listed = async (body: Partial<Parameters<typeof fault>[0]>) => {
    await fault({ operation: 'listSellers', kind: 'mangle', times: 1, ...body });
    const { items } = (await sandbox.provider.listSellers({ query: { startingAfter: id } })).entityBody;
    return items.map((seller) => seller.id);
  };
  expect(await listed({ variant: 'missing-items' })).toEqual([second.id]);
  expect(await listed({ variant: 'missing-items', omits: ['nobody', second.id] })).toEqual([first.id]);
  expect(await listed({ variant: 'reordered-items' })).toEqual([second.id, first.id]);
});

// prettier-ignore
test.each<[MangleVariant, object]>([
  ['no-cursor',     { hasMore: true,  nextCursor: null }],
  ['stuck-cursor',  { hasMore: true,  nextCursor: 'first' }],
  ['repeated-page', { hasMore: false, nextCursor: null }],
])('a listing lies about its pages: %s', async (variant, second) => {
  const before = await registered(sandbox);
  const [first, hidden] = [await registered(sandbox), await registered(sandbox)];
  const read = async (startingAfter: string) => {
    await fault({ operation: 'listSellers', kind: 'mangle', variant, times: 1, omits: [hidden.id] });
    const { items, hasMore, nextCursor } = (await sandbox.provider.listSellers({ query: { limit: 10_000, startingAfter } })).entityBody;
    return { hasMore, nextCursor: nextCursor === first.id ? 'first' : nextCursor, ids: items.map(({ id }) => id) };
  };
  const { ids, ...said } = await read(first.id);
  expect(said).toEqual(second);
  expect([ids.includes(before.id), ids.includes(hidden.id)]).toEqual([variant === 'repeated-page', false]);
});

test('a refusal keeps silent about its item, or names a stranger; its seal is whole', async () => {
  const item = payoutItem('seller_none', 1_000n);
  const refusal = async (variant: MangleVariant) => {
    await fault({ operation: 'createPayouts', kind: 'mangle', variant, times: 1 });
    const failure = sandbox.provider.createPayouts({ body: [item] }).catch((error: unknown) => error);
    return (await failure) as { outcome: string; code: string; detail: string };
  };
  const unnamed = await refusal('unnamed-item');
  expect(unnamed).toMatchObject({ outcome: 'rejected', code: 'NOT_FOUND_SELLER' });
  expect(unnamed.detail).not.toContain('refPayoutId');
  const foreign = await refusal('foreign-item');
  expect(foreign.detail).toMatch(/\(refPayoutId: [-0-9a-f]{36}\)/);
  expect(foreign.detail).not.toContain(item.refPayoutId);
});

test.each([
  ['REJECT_CARD_PAYMENT', undefined, 403],
  ['REJECT_CARD_PAYMENT', 400, 400],
  ['NO_CODE_OF_THE_PROVIDER', undefined, 500],
  [undefined, undefined, 500],
])('an ordered error with code %s and status %s is answered %i', async (code, status, answered) => {
  await fault({ operation: 'getBalance', kind: 'error', ...(code && { code }), ...(status && { status }), times: 1 });
  expect((await raw(sandbox, 'GET', '/v2/balances')).status).toBe(answered);
});

test('a gateway before the provider answers with its own page, and says when to come back', async () => {
  await fault({
    operation: 'getBalance',
    kind: 'error',
    status: 502,
    variant: 'html',
    retryAfterSeconds: 30,
    times: 1,
  });
  const page = await raw(sandbox, 'GET', '/v2/balances');
  expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
    502,
    'text/html; charset=utf-8',
    '30',
  ]);
  await fault({ operation: 'getBalance', kind: 'mangle', status: 500, variant: 'empty', times: 1 });
  const nothing = await raw(sandbox, 'GET', '/v2/balances');
  expect([nothing.status, nothing.text, nothing.headers.get('retry-after')]).toEqual([500, '', null]);
});

test('faults by chance strike in the same places for the same seed, about as often as they should', async () => {
  const run = async (seed: number) => {
    await sandbox.control.clearFaults({});
    await fault({ operation: 'getBalance', kind: 'error', probability: 0.3, seed, times: 1_000 });
    const statuses = [];
    for (let i = 0; i < 60; i += 1) statuses.push((await raw(sandbox, 'GET', '/v2/balances')).status);
    return statuses;
  };
  const [once, again, other] = [await run(7), await run(7), await run(8)];
  expect(again).toEqual(once);
  expect(other).not.toEqual(once);
  const struck = once.filter((status) => status === 500).length;
  expect(struck).toBeGreaterThan(7);
  expect(struck).toBeLessThan(30);
});

test('faults are listed with how often they struck, and can be switched off one by one', async () => {
  const { id } = await fault({ operation: 'getBalance', kind: 'error', times: 5 });
  await fault({ operation: 'getBalance', kind: 'garbage', times: 1, after: 9 });
  await raw(sandbox, 'GET', '/v2/balances');
  const { items } = await sandbox.control.listFaults({});
  expect(items).toMatchObject([
    { id, kind: 'error', times: 5, struck: 1 },
    { kind: 'garbage', struck: 0 },
  ]);
  await sandbox.control.removeFault({ params: { id } });
  expect((await raw(sandbox, 'GET', '/v2/balances')).status).toBe(200);
  await expect(sandbox.control.removeFault({ params: { id } })).rejects.toMatchObject({ status: 404 });
});
