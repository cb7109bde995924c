import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { operatorTokens, type OperatorIssuer } from './operator-token.js';

const ISSUER = 'https://id.market.example';
const HOUR = 3_600;
const seconds = () => Math.floor(Date.now() / 1_000);

let publisher: Server;
let keysUrl: URL;
let signingKey: CryptoKey;
let answer: { status: number; body: string };
let asked = 0;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  signingKey = pair.privateKey;
  answer = { status: 200, body: JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1' }] }) };
  publisher = createServer((_, reply) => {
    asked += 1;
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  keysUrl = new URL(`http://127.0.0.1:${(publisher.address() as AddressInfo).port}/jwks`);
});
afterAll(() => new Promise((resolve) => publisher.close(resolve)));

const token = (claims: object, key = signingKey, kid = 'k1'): Promise<string> =>
  signed({ ...said(), ...claims }, { alg: 'ES256', kid, typ: 'at+jwt' }, key);
const said = () => ({
  ...{ iss: ISSUER, aud: 'jeongsan', sub: 'kim', roles: ['approver'] },
  ...{ iat: seconds(), exp: seconds() + 300 },
});
const signed = (claims: object, header: JWTHeaderParameters, key = signingKey): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
const from = (change: Partial<OperatorIssuer>): OperatorIssuer => ({
  ...{ keys: keysUrl, issuer: ISSUER, audience: 'jeongsan', identityClaim: 'sub', lifetimeSecondsMax: 12 * HOUR },
  ...change,
});

test('keys are fetched from where they are published, once', async () => {
  const tokens = operatorTokens(from({}));
  asked = 0;
  expect(await tokens.verify(await token({}))).toEqual({
    actor: 'person:kim',
    credential: expect.stringMatching(/^https:.*#sha256:[0-9a-f]{64}$/) as string,
    roles: ['approver'],
  });
  await tokens.verify(await token({}));
  expect(asked).toBe(1);
});

test('a token of another key is refused; keys that cannot be read refuse nobody for good', async () => {
  const tokens = operatorTokens(from({}));
  const stranger = (await generateKeyPair('ES256')).privateKey;
  await expect(tokens.verify(await token({}, stranger))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({}, stranger, 'k2'))).rejects.toMatchObject({ status: 401 });

  const good = answer;
  const unlucky = operatorTokens(from({}));
  for (const bad of [
    { status: 500, body: '' },
    { status: 200, body: '{"keys":"none"}' },
    { status: 200, body: '<html>' },
  ]) {
    answer = bad;
    await expect(unlucky.verify(await token({}))).rejects.toMatchObject({
      status: 503,
      code: 'OPERATOR_KEYS_UNAVAILABLE',
    });
  }
  answer = good;
  expect((await unlucky.verify(await token({}))).actor).toBe('person:kim');
  const away = operatorTokens(from({ keys: new URL('http://127.0.0.1:9/jwks') }));
  await expect(away.verify(await token({}))).rejects.toMatchObject({ status: 503 });
});

test('when somebody signed in is told in seconds; a sign-in in the future is refused', async () => {
  const tokens = operatorTokens(from({}));
  const caller = await tokens.verify(await token({ auth_time: seconds() - 600 }));
  expect(caller.signedInSecondsAgo).toBeGreaterThanOrEqual(600);
  expect(caller.signedInSecondsAgo).toBeLessThan(630);
  expect((await tokens.verify(await token({}))).signedInSecondsAgo).toBeUndefined();
  await expect(tokens.verify(await token({ auth_time: seconds() + 60 }))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({ auth_time: 'now' }))).rejects.toMatchObject({ status: 401 });
});

test('a token for somebody else is refused', async () => {
  const tokens = operatorTokens(from({}));
  expect((await tokens.verify(await token({ aud: ['other', 'jeongsan'] }))).actor).toBe('person:kim');
  await expect(tokens.verify(await token({ aud: 'other' }))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({ aud: undefined }))).rejects.toMatchObject({ status: 401 });
});

// prettier-ignore
test.each<[string, object, object]>([
  ['no type of its own',            {},                                              { typ: undefined }],
  ['the type of any token',         {},                                              { typ: 'JWT' }],
  ['what only an ID token says',    { nonce: 'n-1' },                                {}],
  ['the hash of another token',     { at_hash: 'abc' },                              {}],
  ['no moment of issue',            { iat: undefined },                              {}],
  ['a moment of issue to come',     { iat: seconds() + 60 },                         {}],
  ['a life of more than 12 hours',  { iat: seconds() - 60, exp: seconds() + 12 * HOUR }, {}],
  ['a life without an end',         { exp: undefined },                              {}],
  ['an end that is over',           { iat: seconds() - 600, exp: seconds() - 300 },  {}],
  ['another issuer',                { iss: 'https://else.example' },                 {}],
  ['another audience',              { aud: 'webmail' },                              {}],
  ['no subject',                    { sub: undefined },                              {}],
  ['a subject of nothing',          { sub: ' ' },                                    {}],
  ['a subject with a NUL',          { sub: 'kim\0' },                                {}],
  ['a subject with a line break',   { sub: 'kim\n' },                                {}],
  ['a subject of zero width',       { sub: 'k\u200bim' },                            {}],
  ['a subject that is turned round', { sub: '\u202ekim' },                           {}],
  ['a subject with a filler',       { sub: 'kim\u3164' },                            {}],
  ['a subject of 201 characters',   { sub: 'k'.repeat(201) },                        {}],
  ['the name of the scheduler',     { sub: 'payout-scheduler' },                     {}],
  ['the name of a policy',          { sub: 'Policy:self-approval' },                 {}],
  ['a name of the system',          { sub: 'system:payout-scheduler' },              {}],
  ['a name of a key',               { sub: 'key:market' },                           {}],
])('a token with %s is refused', async (_, claims, header) => {
  const bad = await signed({ ...said(), ...claims }, { alg: 'ES256', kid: 'k1', typ: 'at+jwt', ...header });
  await expect(operatorTokens(from({})).verify(bad)).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
});

test('an unsigned token is refused, whatever it says', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'none', typ: 'at+jwt' })}.${part(said())}.`;
  await expect(operatorTokens(from({})).verify(unsigned)).rejects.toMatchObject({ status: 401 });
});

test('an issuer that marks its tokens in another way says by which claim', async () => {
  const tokens = operatorTokens(from({ purpose: { claim: 'token_use', value: 'access' } }));
  const of = (claims: object) => signed({ ...said(), ...claims }, { alg: 'ES256', kid: 'k1', typ: 'JWT' });
  expect((await tokens.verify(await of({ token_use: 'access' }))).actor).toBe('person:kim');
  expect((await tokens.verify(await of({ token_use: ['mail', 'access'] }))).actor).toBe('person:kim');
  for (const claims of [{}, { token_use: 'id' }, { token_use: 'accessory' }, { token_use: 'access', nonce: 'n-1' }])
    await expect(tokens.verify(await of(claims))).rejects.toMatchObject({ status: 401 });
});

test('one human is one actor, however written and whatever it logs in with', async () => {
  const bySubject = operatorTokens(from({}));
  for (const sub of ['adm', 'adm ', ' ADM', '\u00a0adm', 'ａｄｍ'])
    expect((await bySubject.verify(await token({ sub }))).actor).toBe('person:adm');
  const byEmployee = operatorTokens(from({ identityClaim: 'employee_id' }));
  for (const sub of ['kim@office', 'kim@vpn'])
    expect((await byEmployee.verify(await token({ sub, employee_id: 'E-17' }))).actor).toBe('person:e-17');
  for (const employee_id of [undefined, 17, '', 'E-17\u200d', ['E-17']])
    await expect(byEmployee.verify(await token({ employee_id }))).rejects.toMatchObject({ status: 401 });
});

test('an address counts as an identity once it is proved', async () => {
  const tokens = operatorTokens(from({ identityClaim: 'email' }));
  const email = 'kim@market.example';
  expect((await tokens.verify(await token({ email, email_verified: true }))).actor).toBe(`person:${email}`);
  await expect(tokens.verify(await token({ email }))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({ email, email_verified: false }))).rejects.toMatchObject({ status: 401 });
});
