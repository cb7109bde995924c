import { request } from 'node:http';
import { paid, freezeAt, seoul } from '../testing/buyer.js';
import { startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ CONTROL_HOSTS: 'sandbox.market.example, other.example' });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const page = () => raw(sandbox, 'GET', '/control', { secretKey: null });
const press = (action: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/control/page/${action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });

test('the page shows the clock, the money, what was asked and what was told, and runs nothing', async () => {
  const receiver = await startReceiver();
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
  await paid(sandbox, 12_345n);
  await until('the webhook', () => receiver.received.length === 1);
  await raw(sandbox, 'GET', '/v1/payments/%3Cscript%3Ealert(1)%3C%2Fscript%3E?secret=s3cret');
  await sandbox.control.addFault({ body: { operation: '*', kind: 'error', times: 3, contains: '<b>"x"</b>' } });
  const { status, text, headers } = await page();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('2026-03-04T10:00:00+09:00');
  for (const shown of ['PAYMENT_STATUS_CHANGED', 'DONE', '/v1/payments/confirm', '&#60;b&#62;&#34;x&#34;'])
    expect(text).toContain(shown);
  expect(text).not.toMatch(/<script|<b>"x"|s3cret/);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'/,
  );
  expect(headers.get('x-sandbox-control')).toBe('not part of the provider');
  await receiver.close();
});

test('its buttons move the clock, send a webhook again and switch faults off', async () => {
  const receiver = await startReceiver();
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
  await paid(sandbox, 1_000n);
  const moved = await press('clock', { advance: '3600' });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/control']);
  expect((await sandbox.control.readClock({})).now).toEqual(seoul('2026-03-04T11:00:00'));
  const { items } = await sandbox.control.listDeliveries({ query: {} });
  expect((await press('resend', { id: items[0]?.id ?? '' })).status).toBe(303);
  await until('the webhook again', () => receiver.received.length === 2);
  await sandbox.control.addFault({ body: { operation: 'getBalance', kind: 'error', times: 3 } });
  await press('clear-faults', {});
  expect((await sandbox.control.listFaults({})).items).toEqual([]);
  await press('clock', { mode: 'running', speed: '3600' });
  expect(await sandbox.control.readClock({})).toMatchObject({ mode: 'running', speed: 3_600 });
  await receiver.close();
});

// prettier-ignore
test.each([
  ['clock',  { advance: '-1' },        400],
  ['clock',  { advance: '99999999' },  400],
  ['clock',  { mode: 'backwards' },    400],
  ['clock',  { speed: '0' },           400],
  ['resend', { id: 'nobody' },         404],
  ['nothing', {},                      404],
])('the button %s with %j answers %d', async (action, form, status) => {
  expect((await press(action, form as Record<string, string>)).status).toBe(status);
});

/**
 * The status of a request with a chosen Host header, which fetch does not allow: this plays a name server that points
 * another name at the sandbox.
 */
async function statusAt(options: { method: string; path: string; headers: Record<string, string> }): Promise<number> {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, ...options }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

describe('a browser', () => {
  const host = () => new URL(sandbox.url).host;
  // prettier-ignore
  test.each<[string, () => Record<string, string>, number]>([
    ['on the page itself',                         () => ({ origin: `http://${host()}` }),                                                                      200],
    ['on the page behind TLS',                     () => ({ origin: `https://${host()}` }),                                                                     200],
    ['that says so itself',                        () => ({ 'sec-fetch-site': 'same-origin' }),                                                                 200],
    ['that says the page is another one',          () => ({ 'sec-fetch-site': 'cross-site' }),                                                                  403],
    ['on another site',                            () => ({ origin: 'https://evil.example' }),                                                                  403],
    ['on another port',                            () => ({ origin: 'http://127.0.0.1:1' }),                                                                    403],
    ['on a page without an origin',                () => ({ origin: 'null' }),                                                                                  403],
    ['with an origin that is none',                () => ({ origin: '://' }),                                                                                   403],
  ])('%s may change something: %#', async (_, headers, status) => {
    const body = JSON.stringify({ mode: 'frozen' });
    const reply = await raw(sandbox, 'PUT', '/control/clock', { headers: { 'content-type': 'application/json', ...headers() }, body });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.json).toMatchObject({ code: 'FORBIDDEN_ORIGIN' });
  });

  // prettier-ignore
  test.each([
    ['localhost',                'answered'],
    ['demo.localhost',           'answered'],
    ['127.0.0.1',                'answered'],
    ['[::1]',                    'answered'],
    ['sandbox.market.example',   'answered'],
    ['Sandbox.Market.Example',   'answered'],
    ['rebound.evil.example',     'refused'],
    ['127.0.0.1.evil.example',   'refused'],
    ['sandbox.market.example.',  'refused'],
  ])('at the host %s is %s, whether it reads or changes', async (name, expected) => {
    const host = `${name}:1`;
    const statuses = [
      await statusAt({ method: 'GET', path: '/control', headers: { host } }),
      await statusAt({ method: 'GET', path: '/control/webhook/deliveries', headers: { host } }),
      await statusAt({ method: 'POST', path: '/control/page/clear-faults', headers: { host } }),
      await statusAt({ method: 'POST', path: '/control/page/clear-faults', headers: { host, origin: `http://${host}` } }),
    ];
    expect(statuses).toEqual(expected === 'answered' ? [200, 200, 303, 303] : [403, 403, 403, 403]);
  });

  test('on another site may send a request that reads, and is not shown the answer', async () => {
    const reply = await raw(sandbox, 'GET', '/control/clock', { headers: { origin: 'https://evil.example' } });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

test('the log of requests has no bodies, no queries and no keys; newest first, the dropped ones too', async () => {
  await raw(sandbox, 'GET', '/v2/sellers?limit=3');
  const body = JSON.stringify({ paymentKey: 'hidden-key', orderId: 'order-1', amount: 1 });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'hidden-idempotency' };
  for (let i = 0; i < 2; i += 1) await raw(sandbox, 'POST', '/v1/payments/confirm', { headers, body });
  await sandbox.control.addFault({ body: { operation: 'getBalance', kind: 'drop-before-commit', times: 1 } });
  await raw(sandbox, 'GET', '/v2/balances').catch(() => undefined);
  await raw(sandbox, 'GET', '/v1/nowhere');
  const { items } = await sandbox.control.listRequests({ query: { limit: 5 } });
  expect(items.map(({ method, path, status, idempotency }) => [method, path, status, idempotency])).toEqual([
    ['GET', '/v1/nowhere', 404, 'none'],
    ['GET', '/v2/balances', null, 'none'],
    ['POST', '/v1/payments/confirm', 404, 'repeated'],
    ['POST', '/v1/payments/confirm', 404, 'first'],
    ['GET', '/v2/sellers', 200, 'none'],
  ]);
  expect(JSON.stringify(items)).not.toMatch(/hidden|test_sk|Basic/);
});

describe('the clock', () => {
  test('runs as many times as fast as it is told, and what falls due follows', async () => {
    const payment = await sandbox.control.payAsBuyer({
      body: { method: '카드', amount: 1_000n, orderId: 'order-fast', orderName: 'x' },
    });
    await sandbox.control.setClock({ body: { mode: 'running', speed: 3_600 } });
    const before = (await sandbox.control.readClock({})).now.getTime();
    await until('the payment expires', async () => {
      const { status } = await sandbox.provider.getPayment({ params: { paymentKey: payment.paymentKey } });
      return status === 'EXPIRED';
    });
    const passed = (await sandbox.control.readClock({})).now.getTime() - before;
    expect(passed).toBeGreaterThan(8 * 60_000);
    expect(passed).toBeLessThan(6 * 3_600_000);
    sandbox = await sandbox.restart();
    expect(await sandbox.control.readClock({})).toMatchObject({ mode: 'running', speed: 3_600 });
    await sandbox.control.setClock({ body: { speed: 1 } });
    expect((await sandbox.control.readClock({})).now.getTime()).toBeGreaterThan(before + passed);
  });

  test.each([[0], [-1], [100_001]])('does not run %d times as fast', async (speed) => {
    const reply = await raw(sandbox, 'PUT', '/control/clock', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ speed }),
    });
    expect(reply.status).toBe(400);
  });
});

test('switched off, neither the page nor its buttons are there', async () => {
  const closed = await startSandbox({ CONTROL_ENABLED: 'false' });
  for (const [method, path] of [
    ['GET', '/control'],
    ['POST', '/control/page/clock'],
    ['GET', '/control/requests'],
    ['POST', '/control/seed'],
  ] as const)
    expect((await raw(closed, method, path)).json).toMatchObject({ code: 'NOT_FOUND_HTTP_METHOD' });
  await closed.stop();
});
