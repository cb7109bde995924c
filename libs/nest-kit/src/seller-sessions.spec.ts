import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { SellerSessions } from './seller-sessions.js';

const NOW = new Date('2026-05-14T10:00:00+09:00');
const key = randomBytes(32).toString('hex');
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const sessions = new SellerSessions([key], () => NOW);
const mina = { sellerId: 'mina', displayName: '미나상점' };
const refused = { status: 401, code: 'SELLER_SESSION_INVALID' };

test('a link opens the page of its seller until it ends', async () => {
  const { token, expiresAt } = await sessions.issue(mina, 15);
  expect(expiresAt).toEqual(at(15));
  expect(await sessions.verify(token)).toEqual({ ...mina, expiresAt });
  const later = (minutes: number) => new SellerSessions([key], () => at(minutes)).verify(token);
  expect(await later(14.9)).toMatchObject({ sellerId: 'mina' });
  await expect(later(15)).rejects.toMatchObject(refused);
});

test('a link without a name has none, and holds nothing but the seller and the time', async () => {
  const { token } = await sessions.issue({ sellerId: 'mina', displayName: null }, 5);
  expect(await sessions.verify(token)).toMatchObject({ displayName: null });
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'sub']);
});

test('a new key signs beside the earlier one; taking the earlier one out ends its links', async () => {
  const newer = randomBytes(32).toString('hex');
  const { token } = await sessions.issue(mina, 15);
  const both = new SellerSessions([newer, key], () => NOW);
  expect(await both.verify(token)).toMatchObject({ sellerId: 'mina' });
  const fresh = (await both.issue(mina, 15)).token;
  const alone = new SellerSessions([newer], () => NOW);
  expect(await alone.verify(fresh)).toMatchObject({ sellerId: 'mina' });
  await expect(alone.verify(token)).rejects.toMatchObject(refused);
});

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
type Forged = Readonly<{ claims?: object; header?: object; signedBy?: string }>;

/** A token as `issue` makes it, except what is said. */
async function forged({ claims = {}, header = {}, signedBy = key }: Forged): Promise<string> {
  const { kid } = decodeProtectedHeader((await sessions.issue(mina, 15)).token);
  const usual = { aud: 'seller-page', sub: 'mina', iat: seconds(NOW), exp: seconds(at(15)) };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'seller-page+jwt', kid: kid ?? '', ...header })
    .sign(Buffer.from(signedBy, 'hex'));
}

test('a token made in the same way is accepted: each case below differs in one thing', async () => {
  expect(await sessions.verify(await forged({}))).toMatchObject({ sellerId: 'mina' });
});

// prettier-ignore
test.each<[string, Forged]>([
  ['signed with a key of somebody else',   { signedBy: 'ab'.repeat(32) }],
  ['of an unknown key',                    { header: { kid: 'ffffffffffffffff' } }],
  ['of another algorithm',                 { header: { alg: 'HS512' } }],
  ['for another audience',                 { claims: { aud: 'jeongsan' } }],
  ['of another type',                      { header: { typ: 'at+jwt' } }],
  ['of no type',                           { header: { typ: undefined } }],
  ['that has ended',                       { claims: { iat: seconds(at(-20)), exp: seconds(at(-5)) } }],
  ['that never ends',                      { claims: { exp: undefined } }],
  ['that lives longer than any link',      { claims: { exp: seconds(at(61)) } }],
  ['made in the future',                   { claims: { iat: seconds(at(2)) } }],
  ['without the time of its making',       { claims: { iat: undefined } }],
  ['of no seller',                         { claims: { sub: undefined } }],
  ['of a seller that cannot be',           { claims: { sub: '../other' } }],
  ['of several sellers',                   { claims: { sub: ['mina', 'other'] } }],
])('a token %s is refused', async (_, change) => {
  await expect(sessions.verify(await forged(change))).rejects.toMatchObject(refused);
});

test('an altered token, one without a signature, and what is no token are refused', async () => {
  const { token } = await sessions.issue(mina, 15);
  const [header = '', , signature = ''] = token.split('.');
  const claims = { aud: 'seller-page', sub: 'other', iat: seconds(NOW), exp: seconds(at(15)) };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { kid } = decodeProtectedHeader(token);
  const none = part({ alg: 'none', typ: 'seller-page+jwt', kid });
  for (const wrong of [
    `${header}.${part(claims)}.${signature}`,
    `${none}.${part(claims)}.`,
    `${none}.${part(claims)}.${signature}`,
    `${header}.${part(claims)}.`,
    '',
    'a.b.c',
    key,
  ])
    await expect(sessions.verify(wrong)).rejects.toMatchObject(refused);
});
