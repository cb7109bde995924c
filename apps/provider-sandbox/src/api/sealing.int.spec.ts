import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { OLD_SECURITY_KEY_HEX, raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { registered, sellerBody } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

// All texts of this file are sealed and opened by code that the sandbox does not use.
const key = (hex: string) => Buffer.from(hex, 'hex');
const encryption = { 'TossPayments-api-security-mode': 'ENCRYPTION', 'content-type': 'text/plain' };
const usualHeader = { alg: 'dir', enc: 'A256GCM', iat: '2026-03-04T10:00:00+09:00', nonce: 'n-1' };
const sealed = (value: unknown, header: object = {}, hex = SECURITY_KEY_HEX) =>
  new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ ...usualHeader, ...header })
    .encrypt(key(hex));
const openedWith = async (token: string, hex = SECURITY_KEY_HEX) => {
  const { plaintext, protectedHeader } = await compactDecrypt(token, key(hex));
  return { value: JSON.parse(Buffer.from(plaintext).toString()) as Record<string, unknown>, header: protectedHeader };
};
const post = (body: string, headers: Record<string, string> = encryption) =>
  raw(sandbox, 'POST', '/v2/sellers', { headers, body });
const errorCode = (json: Record<string, unknown>) => (json['error'] as { code?: string } | undefined)?.code;

test('a sealed request is answered sealed, with the four header members', async () => {
  const reply = await post(await sealed(sellerBody()));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const { value, header } = await openedWith(reply.text);
  expect(value).toMatchObject({ entityType: 'seller', entityBody: { status: 'PARTIALLY_APPROVED' } });
  expect(header).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
    iat: expect.stringMatching(/\+09:00$/) as string,
    nonce: expect.any(String) as string,
  });
});

test('an answer is sealed with the key that opened the request, the old one too', async () => {
  const reply = await post(await sealed(sellerBody(), {}, OLD_SECURITY_KEY_HEX));
  expect((await openedWith(reply.text, OLD_SECURITY_KEY_HEX)).value).toMatchObject({ entityType: 'seller' });
  await expect(openedWith(reply.text)).rejects.toThrow();
});

test('an error is sealed as well', async () => {
  const body = { ...sellerBody(), account: { bankCode: '999', accountNumber: '1', holderName: '김' } };
  const reply = await post(await sealed(body));
  expect(reply.status).toBe(400);
  expect((await openedWith(reply.text)).value).toMatchObject({ error: { code: 'INVALID_BANK' }, entityBody: null });
});

// prettier-ignore
test.each([
  ['nanoseconds in iat',   { iat: '2026-03-04T10:00:00.356259315+09:00' }],
  ['milliseconds in iat',  { iat: '2026-03-04T10:00:00.123+09:00' }],
  ['iat in UTC',           { iat: '2026-03-04T01:00:00Z' }],
  ['a fraction in UTC',    { iat: '2026-03-04T01:00:00.1Z' }],
  ['another offset',       { iat: '2026-03-03T17:00:00-08:00' }],
  ['an iat long ago',      { iat: '2020-01-01T00:00:00+09:00' }],
  ['a nonce of a character', { nonce: 'x' }],
  ['the nonce of another request', { nonce: 'n-1' }],
  ['a kid',                { kid: 'thumbprint' }],
  ['a typ and a cty',      { typ: 'JWE', cty: 'application/json' }],
])('%s is accepted', async (_, header) => {
  expect((await post(await sealed(sellerBody(), header))).status).toBe(200);
});

/** Seals a text by hand with any header: jose does not compress, and refuses to write wrong headers. */
function handSealed(text: Buffer, header: object): string {
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key(SECURITY_KEY_HEX), iv);
  cipher.setAAD(Buffer.from(protectedHeader));
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return [
    protectedHeader,
    '',
    iv.toString('base64url'),
    ciphertext.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
  ].join('.');
}

const TEXT_BYTES_MAX = 2 * 1024 * 1024;

test('a compressed request is accepted within a limit', async () => {
  const header = { ...usualHeader, zip: 'DEF' };
  expect((await post(handSealed(deflateRawSync(JSON.stringify(sellerBody())), header))).status).toBe(200);
  const padded = (bytes: number) => {
    const text = JSON.stringify(sellerBody());
    return deflateRawSync(text + ' '.repeat(bytes - Buffer.byteLength(text)));
  };
  expect((await post(handSealed(padded(TEXT_BYTES_MAX), header))).status).toBe(200);
  expect(errorCode((await post(handSealed(padded(TEXT_BYTES_MAX + 1), header))).json)).toBe('INVALID_ENCRYPTION');
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
  expect(errorCode((await post(handSealed(bomb, header))).json)).toBe('INVALID_ENCRYPTION');
});

const swapped = (token: string, part: number, change: (text: string) => string) =>
  token
    .split('.')
    .map((text, i) => (i === part ? change(text) : text))
    .join('.');
const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

// prettier-ignore
test.each([
  ['with a changed header',     (token: string) => swapped(token, 0, () => Buffer.from(JSON.stringify({ ...usualHeader, nonce: 'n-2' })).toString('base64url'))],
  ['with a changed iv',         (token: string) => swapped(token, 2, flipped)],
  ['with a changed text',       (token: string) => swapped(token, 3, flipped)],
  ['with a changed tag',        (token: string) => swapped(token, 4, flipped)],
  ['with a shortened tag',      (token: string) => swapped(token, 4, (text) => text.slice(0, 8))],
  ['cut off',                   (token: string) => token.slice(0, token.length / 2)],
  ['without its last part',     (token: string) => token.split('.').slice(0, 4).join('.')],
  ['with an encrypted key',     (token: string) => swapped(token, 1, () => 'AAAA')],
  ['that is empty',             () => ''],
  ['that is no token',          () => 'hello'],
  ['that is plain JSON',        () => JSON.stringify(sellerBody())],
])('a request %s is refused in plain JSON', async (_, change) => {
  const reply = await post(change(await sealed(sellerBody())));
  expect(reply.headers.get('content-type')).toMatch('application/json');
  expect([reply.status, errorCode(reply.json)]).toEqual([400, 'INVALID_ENCRYPTION']);
});

// prettier-ignore
test.each([
  ['another key',           async () => sealed(sellerBody(), {}, 'ab'.repeat(32))],
  ['no iat',                async () => handSealed(Buffer.from('{}'), { alg: 'dir', enc: 'A256GCM', nonce: 'n' })],
  ['no nonce',              async () => handSealed(Buffer.from('{}'), { alg: 'dir', enc: 'A256GCM', iat: usualHeader.iat })],
  ['another algorithm',     async () => handSealed(Buffer.from('{}'), { ...usualHeader, alg: 'none' })],
  ['a wrapped key',         async () => handSealed(Buffer.from('{}'), { ...usualHeader, alg: 'A256GCMKW' })],
  ['another cipher',        async () => handSealed(Buffer.from('{}'), { ...usualHeader, enc: 'A128GCM' })],
  ['another compression',   async () => handSealed(Buffer.from('{}'), { ...usualHeader, zip: 'GZIP' })],
  ['no compressed text',    async () => handSealed(Buffer.from('{}'), { ...usualHeader, zip: 'DEF' })],
  ['a demanded extension',  async () => handSealed(Buffer.from('{}'), { ...usualHeader, crit: ['exp'], exp: 1 })],
  ['a number as iat',       async () => handSealed(Buffer.from('{}'), { ...usualHeader, iat: 1772586000 })],
  ['an iat without offset', async () => handSealed(Buffer.from('{}'), { ...usualHeader, iat: '2026-03-04T10:00:00' })],
  ['a day that is none',    async () => handSealed(Buffer.from('{}'), { ...usualHeader, iat: '2026-02-30T10:00:00+09:00' })],
  ['an empty nonce',        async () => handSealed(Buffer.from('{}'), { ...usualHeader, nonce: '' })],
])('a token with %s is refused', async (_, token) => {
  expect(errorCode((await post(await token())).json)).toBe('INVALID_ENCRYPTION');
});

test('a sealed endpoint takes neither plain JSON nor a token without the header', async () => {
  const plain = await post(JSON.stringify(sellerBody()), { 'content-type': 'application/json' });
  const unannounced = await post(await sealed(sellerBody()), { 'content-type': 'text/plain' });
  expect([plain, unannounced].map(({ json }) => errorCode(json))).toEqual(['INVALID_ENCRYPTION', 'INVALID_ENCRYPTION']);
});

test('sealed text that is no JSON is refused sealed', async () => {
  const reply = await post(handSealed(Buffer.from('not json'), usualHeader));
  expect((await openedWith(reply.text)).value).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
});

test('an authentication failure comes back in plain JSON', async () => {
  const reply = await raw(sandbox, 'POST', '/v2/sellers', {
    headers: encryption,
    body: await sealed(sellerBody()),
    secretKey: null,
  });
  expect([reply.status, errorCode(reply.json)]).toEqual([401, 'UNAUTHORIZED_KEY']);
});

test.each([
  ['newest', SECURITY_KEY_HEX],
  ['old', OLD_SECURITY_KEY_HEX],
])('GET, DELETE and a POST without a body answer sealed, with the %s key if the last request was', async (_, hex) => {
  const { id } = await registered(sandbox);
  await post(await sealed(sellerBody(), {}, hex));
  const asked = { 'TossPayments-api-security-mode': 'ENCRYPTION' };
  for (const [method, path, entityType] of [
    ['GET', `/v2/sellers/${id}`, 'seller'],
    ['DELETE', `/v2/sellers/${id}`, 'deleted-entity'],
  ] as const) {
    const reply = await raw(sandbox, method, path, { headers: asked });
    expect((await openedWith(reply.text, hex)).value).toMatchObject({ entityType });
  }
  const canceled = await raw(sandbox, 'POST', '/v2/payouts/nobody/cancel', { headers: asked });
  expect((await openedWith(canceled.text, hex)).value).toMatchObject({ error: { code: 'PAYOUT_NOT_FOUND' } });
  expect((await raw(sandbox, 'GET', '/v2/sellers')).json).toMatchObject({ entityType: 'seller-list' });
});

test('before its first sealed request, and after one that no key opens, a caller reads answers with the newest key', async () => {
  const fresh = await sandbox.restart();
  sandbox = fresh;
  const asked = { 'TossPayments-api-security-mode': 'ENCRYPTION' };
  const list = async () => openedWith((await raw(sandbox, 'GET', '/v2/sellers', { headers: asked })).text);
  expect((await list()).value).toMatchObject({ entityType: 'seller-list' });
  await post(await sealed(sellerBody(), {}, '0'.repeat(64)));
  await post(await sealed(sellerBody(), {}, '0'.repeat(64)));
  expect((await list()).value).toMatchObject({ entityType: 'seller-list' });
});

test('the sealed bytes are AES-256-GCM over the header, checked with node:crypto alone', async () => {
  const { text } = await post(await sealed(sellerBody()));
  const [header = '', , iv = '', ciphertext = '', tag = ''] = text.split('.');
  const decipher = createDecipheriv('aes-256-gcm', key(SECURITY_KEY_HEX), Buffer.from(iv, 'base64url'));
  decipher.setAAD(Buffer.from(header)).setAuthTag(Buffer.from(tag, 'base64url'));
  const plain = Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()]);
  expect(JSON.parse(plain.toString())).toMatchObject({ entityType: 'seller' });
});
