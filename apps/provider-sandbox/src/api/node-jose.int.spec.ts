import { randomUUID } from 'node:crypto';
import { JWE, JWK } from 'node-jose';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { account, newRef, sellerBody } from '../testing/sellers.js';
import { freezeAt, funded } from '../testing/buyer.js';

/**
 * These tests seal with node-jose, an implementation of JWE that a merchant's program might use, instead of the
 * sandbox's own.
 */
let sandbox: Sandbox;
let key: JWK.Key;
beforeAll(async () => {
  sandbox = await startSandbox();
  key = await JWK.asKey({ kty: 'oct', k: Buffer.from(SECURITY_KEY_HEX, 'hex').toString('base64url') });
});
afterAll(() => sandbox.stop());

type Body = Record<string, unknown>;
const seoulNow = (fraction: string) =>
  `${new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19)}${fraction}+09:00`;

async function sealed(value: unknown, members: Body): Promise<string> {
  const fields = { alg: 'dir', enc: 'A256GCM', iat: seoulNow(''), nonce: randomUUID(), ...members };
  const options = { format: 'compact' as const, contentAlg: 'A256GCM', fields };
  return JWE.createEncrypt(options, key)
    .update(Buffer.from(JSON.stringify(value)))
    .final();
}

/** Sends a sealed value (or nothing) and opens the answer. */
async function call(
  method: string,
  path: string,
  value?: unknown,
  members: Body = {},
): Promise<{ status: number; said: Body }> {
  const headers = {
    'TossPayments-api-security-mode': 'ENCRYPTION',
    ...(value !== undefined && { 'content-type': 'text/plain' }),
  };
  const body = value === undefined ? {} : { body: await sealed(value, members) };
  const reply = await raw(sandbox, method, path, { headers, ...body });
  const opened = await JWE.createDecrypt(key).decrypt(reply.text);
  expect(opened.header).toMatchObject({
    alg: 'dir',
    enc: 'A256GCM',
    iat: expect.any(String) as string,
    nonce: expect.any(String) as string,
  });
  return { status: reply.status, said: JSON.parse(opened.payload.toString()) as Body };
}

// prettier-ignore
test.each([
  ['as they are',               {}],
  ['compressed',                { zip: 'DEF' }],
  ['with a fraction in iat',    { iat: seoulNow('.356259315') }],
  ['with iat in UTC',           { iat: new Date().toISOString() }],
  ['with a kid',                { kid: 'thumbprint' }],
])('a seller is created, read, changed and deleted by node-jose, its tokens %s', async (_, members) => {
  const created = await call('POST', '/v2/sellers', sellerBody(), members);
  expect([created.status, created.said]).toMatchObject([200, { entityType: 'seller', entityBody: { account } }]);
  const { id } = created.said['entityBody'] as { id: string };
  const changed = await call('POST', `/v2/sellers/${id}`, { metadata: { 비고: '새 이름' } }, members);
  expect(changed.said).toMatchObject({ entityBody: { id, metadata: { 비고: '새 이름' } } });
  expect((await call('GET', `/v2/sellers/${id}`)).said).toMatchObject({ entityBody: { id, metadata: { 비고: '새 이름' } } });
  expect((await call('DELETE', `/v2/sellers/${id}`)).said).toMatchObject({ entityType: 'deleted-entity', entityBody: { id } });
  expect(await call('GET', `/v2/sellers/${id}`)).toMatchObject({ status: 404, said: { error: { code: 'NOT_FOUND_SELLER' } } });
  expect(await call('POST', `/v2/sellers/${id}`, {}, members)).toMatchObject({ status: 404, said: { error: { code: 'NOT_FOUND_SELLER' } } });
});

test('payouts are asked for by node-jose, and its errors are opened by it', async () => {
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await funded(sandbox, 100_000n);
  const { said } = await call('POST', '/v2/sellers', sellerBody());
  const { id: destination } = said['entityBody'] as { id: string };
  const payout = (value: unknown) => ({
    refPayoutId: newRef(),
    destination,
    scheduleType: 'EXPRESS',
    amount: { currency: 'KRW', value },
    transactionDescription: '정산금',
  });
  const paid = await call('POST', '/v2/payouts', [payout(1_000), payout('500')], { zip: 'DEF' });
  expect(paid).toMatchObject({
    status: 200,
    said: {
      entityType: 'payout-list',
      entityBody: { items: [{ amount: { value: 1_000 } }, { amount: { value: 500 } }] },
    },
  });
  expect(await call('POST', '/v2/payouts', [payout(98_501)])).toMatchObject({
    status: 400,
    said: { error: { code: 'NOT_ENOUGH_AMOUNT' } },
  });
});
