import { authenticated, freezeAt } from '../testing/buyer.js';
import { LIVE_KEY, raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:30');
});

const statuses = async (path: string, times: number, secretKey?: string) => {
  const seen = [];
  for (let i = 0; i < times; i += 1)
    seen.push((await raw(sandbox, 'GET', path, secretKey ? { secretKey } : {})).status);
  return seen;
};

test('nobody counts requests unless the contract says so', async () => {
  expect(new Set(await statuses('/v2/balances', 120))).toEqual(new Set([200]));
});

test('beyond the limit of a minute an operation answers 429, for this key only, until the minute is over', async () => {
  await sandbox.control.changeSettings({ body: { requestsPerMinute: 3 } });
  expect(await statuses('/v2/balances', 5)).toEqual([200, 200, 200, 429, 429]);
  expect(await statuses('/v2/sellers', 1)).toEqual([200]);
  expect(await statuses('/v2/balances', 1, LIVE_KEY)).toEqual([200]);
  const refused = await raw(sandbox, 'GET', '/v2/balances');
  expect(refused.json).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
  await freezeAt(sandbox, '2026-03-04T10:00:59');
  expect(await statuses('/v2/balances', 1)).toEqual([429]);
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  expect(await statuses('/v2/balances', 4)).toEqual([200, 200, 200, 429]);
});

test('a request that was one too many is not what its idempotency key remembers', async () => {
  await sandbox.control.changeSettings({ body: { requestsPerMinute: 1 } });
  const { paymentKey, orderId } = await authenticated(sandbox, 1_000n);
  const confirm = (key: string, body: object) =>
    raw(sandbox, 'POST', '/v1/payments/confirm', {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  await confirm('first', {});
  const body = { paymentKey, orderId, amount: 1_000 };
  expect((await confirm('second', body)).status).toBe(429);
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  expect((await confirm('second', body)).json).toMatchObject({ status: 'DONE' });
});

test('where the contract says so, the same payment cannot be looked up again at once', async () => {
  await sandbox.control.changeSettings({ body: { lookupGapMs: 1_000 } });
  const [one, other] = [await authenticated(sandbox, 1_000n), await authenticated(sandbox, 1_000n)];
  const path = `/v1/payments/${one.paymentKey}`;
  const refused = [await raw(sandbox, 'GET', path), await raw(sandbox, 'GET', path)][1];
  expect([refused?.status, refused?.json]).toMatchObject([403, { code: 'FORBIDDEN_CONSECUTIVE_REQUEST' }]);
  expect(await statuses(`/v1/payments/${other.paymentKey}`, 1)).toEqual([200]);
  await freezeAt(sandbox, '2026-03-04T10:00:31');
  expect(await statuses(path, 1)).toEqual([200]);
});

// prettier-ignore
test.each([
  [{ requestsPerMinute: 0 },    400],
  [{ requestsPerMinute: 1 },    200],
  [{ requestsPerMinute: null }, 200],
  [{ lookupGapMs: 0 },          400],
  [{ lookupGapMs: 1 },          200],
  [{ apiVersion: '2023-01-01' }, 400],
  [{ apiVersion: '1.4' },       200],
])('the setting %j answers %d', async (settings, status) => {
  const reply = await raw(sandbox, 'PUT', '/control/settings', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(settings) });
  expect(reply.status).toBe(status);
});
