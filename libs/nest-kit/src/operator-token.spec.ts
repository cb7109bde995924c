import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { operatorTokens } from './operator-token.js';

const ISSUER = 'https://id.market.example';
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
  new SignJWT({ roles: ['approver'], ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(ISSUER)
    .setSubject('kim')
    .setExpirationTime('5m')
    .sign(key);

test('keys are fetched from where they are published, once', async () => {
  const tokens = operatorTokens({ keys: keysUrl, issuer: ISSUER });
  asked = 0;
  expect(await tokens.verify(await token({}))).toEqual({ id: 'kim', roles: ['approver'], kind: 'operator' });
  await tokens.verify(await token({}));
  expect(asked).toBe(1);
});

test('a token of another key is refused; keys that cannot be read refuse nobody for good', async () => {
  const tokens = operatorTokens({ keys: keysUrl, issuer: ISSUER });
  const stranger = (await generateKeyPair('ES256')).privateKey;
  await expect(tokens.verify(await token({}, stranger))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({}, stranger, 'k2'))).rejects.toMatchObject({ status: 401 });

  const good = answer;
  const unlucky = operatorTokens({ keys: keysUrl, issuer: ISSUER });
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
  expect((await unlucky.verify(await token({}))).id).toBe('kim');
  const away = operatorTokens({ keys: new URL('http://127.0.0.1:9/jwks'), issuer: ISSUER });
  await expect(away.verify(await token({}))).rejects.toMatchObject({ status: 503 });
});

test('when somebody signed in is told in seconds; a sign-in in the future is refused', async () => {
  const tokens = operatorTokens({ keys: keysUrl, issuer: ISSUER });
  const caller = await tokens.verify(await token({ auth_time: seconds() - 600 }));
  expect(caller.signedInSecondsAgo).toBeGreaterThanOrEqual(600);
  expect(caller.signedInSecondsAgo).toBeLessThan(630);
  expect((await tokens.verify(await token({}))).signedInSecondsAgo).toBeUndefined();
  await expect(tokens.verify(await token({ auth_time: seconds() + 60 }))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({ auth_time: 'now' }))).rejects.toMatchObject({ status: 401 });
});

test('a token for somebody else is refused where an audience is set', async () => {
  const tokens = operatorTokens({ keys: keysUrl, issuer: ISSUER, audience: 'jeongsan' });
  expect((await tokens.verify(await token({ aud: ['other', 'jeongsan'] }))).id).toBe('kim');
  await expect(tokens.verify(await token({ aud: 'other' }))).rejects.toMatchObject({ status: 401 });
  await expect(tokens.verify(await token({}))).rejects.toMatchObject({ status: 401 });
});
