import { providerContract, providerErrors } from '@jeongsan/provider-contract';
import { compactDecrypt } from 'jose';
import { open, parseSecurityKey, seal } from '@jeongsan/jwe';
import { authenticated } from '../testing/buyer.js';
import { LIVE_KEY, raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { sellerBody } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const key = parseSecurityKey(SECURITY_KEY_HEX);
const json = { 'content-type': 'application/json' };
const encryption = { 'TossPayments-api-security-mode': 'ENCRYPTION', 'content-type': 'text/plain' };
const asked = (code: string) => ({ 'TossPayments-Test-Code': code });
/** Any token sealed with our key works, because the test code is checked before the request's content. */
const token = () => seal('{}', key, { now: () => new Date() });
type Reply = Awaited<ReturnType<typeof raw>>;
const codeOf = ({ json: body }: Pick<Reply, 'json'>) => ((body['error'] ?? body) as { code?: string }).code;

// Bearer operations are left out, because their callers have no test key.
const operations = Object.entries(providerContract).filter(([, { security }]) => security === 'basic');

test('every code of the table answers with its own status, in the form of each interface', async () => {
  for (const [code, { status, ko }] of Object.entries(providerErrors)) {
    const v1 = await raw(sandbox, 'GET', '/v1/payments/any', { headers: asked(code) });
    expect([code, v1.status, v1.json]).toEqual([code, status, { code, message: ko }]);
    const v2 = await raw(sandbox, 'GET', '/v2/balances', { headers: asked(code) });
    expect([code, v2.status, v2.json]).toMatchObject([
      code,
      status,
      { error: { code, message: ko }, entityType: null },
    ]);
  }
});

test.each(operations)('%s answers each code it lists with the real status', async (_, endpoint) => {
  const { method, path, sealed } = endpoint as { method: string; path: string; sealed?: boolean };
  const address = path.replace(/\{\w+\}/g, 'any');
  for (const code of endpoint.errors) {
    const headers = { ...(sealed ? encryption : json), ...asked(code) };
    const body = method === 'POST' ? (sealed ? await token() : '{}') : undefined;
    const reply = await raw(sandbox, method, address, { headers, ...(body !== undefined && { body }) });
    const said = sealed ? (JSON.parse((await open(reply.text, [key])).text) as Reply['json']) : reply.json;
    expect([code, reply.status, codeOf({ json: said })]).toEqual([code, providerErrors[code].status, code]);
  }
});

test('an unknown code is refused as such', async () => {
  for (const code of ['NO_SUCH_CODE', 'toString', 'invalid_request']) {
    const reply = await raw(sandbox, 'GET', '/v2/balances', { headers: asked(code) });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'INVALID_TEST_CODE']);
  }
});

test('a GET that asks for a seal gets its error sealed', async () => {
  const headers = { ...asked('PAYOUT_NOT_FOUND'), 'TossPayments-api-security-mode': 'ENCRYPTION' };
  const reply = await raw(sandbox, 'GET', '/v2/payouts/any', { headers });
  const { plaintext } = await compactDecrypt(reply.text, Buffer.from(SECURITY_KEY_HEX, 'hex'));
  expect([reply.status, JSON.parse(Buffer.from(plaintext).toString())]).toMatchObject([
    404,
    { error: { code: 'PAYOUT_NOT_FOUND' } },
  ]);
});

test('an ordered error changes nothing, and is what its idempotency key remembers', async () => {
  const { paymentKey, orderId } = await authenticated(sandbox, 1_000n);
  const body = JSON.stringify({ paymentKey, orderId, amount: 1_000 });
  const confirm = (idempotencyKey: string, headers: Record<string, string> = {}) =>
    raw(sandbox, 'POST', '/v1/payments/confirm', {
      headers: { ...json, 'idempotency-key': idempotencyKey, ...headers },
      body,
    });
  const first = await confirm('ordered', asked('IDEMPOTENT_REQUEST_PROCESSING'));
  expect([first.status, codeOf(first)]).toEqual([409, 'IDEMPOTENT_REQUEST_PROCESSING']);
  for (const headers of [{}, asked('REJECT_CARD_COMPANY')]) {
    const again = await confirm('ordered', headers);
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers.get('x-tosspayments-trace-id')).toMatch(/^\w{32}, \w{32}$/);
  }
  expect((await confirm('not-ordered')).json).toMatchObject({ status: 'DONE' });
});

test('with a live key the header means nothing', async () => {
  const headers = { ...encryption, ...asked('NOT_ENOUGH_AMOUNT') };
  const body = await seal(JSON.stringify(sellerBody()), key, { now: () => new Date() });
  expect((await raw(sandbox, 'POST', '/v2/sellers', { headers, body, secretKey: LIVE_KEY })).status).toBe(200);
});

test('who is not authenticated learns that first', async () => {
  const reply = await raw(sandbox, 'GET', '/v2/balances', {
    headers: asked('NOT_ENOUGH_AMOUNT'),
    secretKey: 'test_sk_nobody000',
  });
  expect(codeOf(reply)).toBe('UNAUTHORIZED_KEY');
});
