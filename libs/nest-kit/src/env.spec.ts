import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { baseEnv, EnvironmentError, parseEnv } from './env.js';

const key = { id: 'market', sha256: 'a'.repeat(64), roles: ['market'] };
const given = { PORT: '3100', API_KEYS: JSON.stringify([key]) };
const jwks = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'abc' }] });

const problemsOf = (source: Record<string, string | undefined>): string => {
  try {
    parseEnv(baseEnv, source);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message;
  }
};

test('what is not set has the documented default, and an empty text is not set', () => {
  expect(parseEnv(baseEnv, { ...given, OPERATOR_ISSUER: '', HOST: '' })).toEqual({
    PORT: 3100,
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    ROLE: 'all',
    CONTROLLED_CLOCK: false,
    FAILPOINTS: false,
    API_KEYS: [key],
    OPERATOR_IDENTITY_CLAIM: 'sub',
    OPERATOR_TOKEN_HOURS: 12,
    EXTRA_HOLIDAYS: {},
  });
});

test('holidays of a year with nine dates are refused, naming the year', () => {
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`2028-0${i + 1}-03`, '휴일']));
  expect(problemsOf({ ...given, EXTRA_HOLIDAYS: JSON.stringify(nine) })).toContain(
    "2028: 9 holidays are not a whole year's",
  );
  expect(problemsOf({ ...given, EXTRA_HOLIDAYS: '2028' })).toContain('EXTRA_HOLIDAYS');
});

test('an app adds its own names', () => {
  const env = parseEnv(baseEnv.extend({ DATABASE_URL: z.url() }), { ...given, DATABASE_URL: 'postgres://db/x' });
  expect(env.DATABASE_URL).toBe('postgres://db/x');
});

test('every problem is named at once, and no value is repeated', () => {
  const message = problemsOf({
    PORT: 'canary',
    API_KEYS: '[{"id":"a","sha256":"canary","roles":["canary"]}]',
    ROLE: 'canary',
    CONTROLLED_CLOCK: 'canary',
  });
  for (const name of ['PORT', 'API_KEYS.0.sha256', 'API_KEYS.0.roles.0', 'ROLE', 'CONTROLLED_CLOCK'])
    expect(message).toContain(name);
  expect(message).not.toContain('canary');
});

// prettier-ignore
test.each([
  ['a missing name',                   { PORT: undefined },                                      'PORT: is missing'],
  ['a port beyond the last',           { PORT: '65536' },                                        'PORT: '],
  ['keys that are no JSON',            { API_KEYS: '{canary' },                                  'API_KEYS: is not JSON'],
  ['a controlled clock in production', { CONTROLLED_CLOCK: 'true', NODE_ENV: 'production' },     'CONTROLLED_CLOCK: '],
  ['failpoints on the real clock',      { FAILPOINTS: 'true' },                                  'FAILPOINTS: '],
  ['failpoints in production',         { FAILPOINTS: 'true', CONTROLLED_CLOCK: 'true', NODE_ENV: 'production' }, 'CONTROLLED_CLOCK: '],
  ['tokens of nobody in particular',   { OPERATOR_JWKS: jwks },                                  'OPERATOR_ISSUER: '],
  ['published keys of nobody',         { OPERATOR_JWKS_URL: 'https://id/jwks' },                 'OPERATOR_ISSUER: '],
  ['two sources of keys',              { OPERATOR_JWKS: jwks, OPERATOR_ISSUER: 'i', OPERATOR_JWKS_URL: 'https://id/jwks' }, 'OPERATOR_JWKS_URL: '],
  ['keys over http in production',     { OPERATOR_JWKS_URL: 'http://id/jwks', OPERATOR_ISSUER: 'i', NODE_ENV: 'production' }, 'OPERATOR_JWKS_URL: '],
  ['tokens for anybody',               { OPERATOR_JWKS: jwks, OPERATOR_ISSUER: 'i' },            'OPERATOR_AUDIENCE: '],
  ['a purpose without a value',        { OPERATOR_TOKEN_PURPOSE: 'token_use' },                  'OPERATOR_TOKEN_PURPOSE: '],
  ['tokens of a day and more',         { OPERATOR_TOKEN_HOURS: '25' },                           'OPERATOR_TOKEN_HOURS: '],
  ['a key called like the scheduler',  { API_KEYS: JSON.stringify([{ ...key, id: 'Payout-Scheduler' }]) }, 'API_KEYS.0.id: '],
  ['a key called like a policy',       { API_KEYS: JSON.stringify([{ ...key, id: 'policy' }]) }, 'API_KEYS.0.id: '],
  ['a key that looks like a person',   { API_KEYS: JSON.stringify([{ ...key, id: 'person:kim' }]) }, 'API_KEYS.0.id: '],
  ['a key with a space behind it',     { API_KEYS: JSON.stringify([{ ...key, id: 'adm ' }]) },   'API_KEYS.0.id: '],
  ['keys from a file',                 { OPERATOR_JWKS_URL: 'file:///etc/jwks', OPERATOR_ISSUER: 'i' }, 'OPERATOR_JWKS_URL: '],
])('%s is refused', (_, change, problem) => {
  expect(problemsOf({ ...given, ...change })).toContain(problem);
});

test('a controlled clock outside production is accepted', () => {
  expect(parseEnv(baseEnv, { ...given, CONTROLLED_CLOCK: 'true' }).CONTROLLED_CLOCK).toBe(true);
});

/** A valid environment of a production service. */
const random = () => randomBytes(32).toString('hex');
const secretsEnv = baseEnv.extend({
  DATABASE_URL: z.url(),
  DATA_KEYS: z.string(),
  FINGERPRINT_KEY: z.string(),
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string(),
  PROVIDER_SECURITY_KEYS: z.string(),
});
const production = () => ({
  ...given,
  NODE_ENV: 'production',
  API_KEYS: apiKey(random()),
  OPERATOR_JWKS: jwksOf(randomBytes(32).toString('base64url')),
  OPERATOR_ISSUER: 'https://id.market.kr',
  OPERATOR_AUDIENCE: 'jeongsan',
  DATABASE_URL: `postgres://jeongsan:${random()}@db/jeongsan`,
  DATA_KEYS: `${random()},${random()}`,
  FINGERPRINT_KEY: random(),
  PROVIDER_BASE_URL: 'https://api.provider.kr',
  PROVIDER_SECRET_KEY: `live_sk_${random().slice(32)}`,
  PROVIDER_SECURITY_KEYS: random(),
});
const apiKey = (sha256: string) => JSON.stringify([{ ...key, sha256 }]);
const jwksOf = (x: string, more = {}) => JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, ...more }] });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const productionProblem = (change: Record<string, string | undefined>): string => {
  try {
    parseEnv(secretsEnv, { ...production(), ...change });
    return '';
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1).join('; ');
  }
};

test('a thousand random environments are accepted in production', () => {
  for (let i = 0; i < 1_000; i += 1) expect(productionProblem({})).toBe('');
});

const RFC_8037_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
// prettier-ignore
test.each([
  ['the key of RFC 8037',              { OPERATOR_JWKS: jwksOf(RFC_8037_KEY) },                        /^OPERATOR_JWKS: holds a secret that an example published$/],
  ['a private key among public ones',  { OPERATOR_JWKS: jwksOf('abc', { d: 'abc' }) },                 /^OPERATOR_JWKS: holds a private/],
  ['the issuer of the example',        { OPERATOR_ISSUER: 'https://login.example.com' },               /^OPERATOR_ISSUER: holds a secret/],
  ['tokens for any audience',          { OPERATOR_AUDIENCE: '' },                                      /^OPERATOR_AUDIENCE: is needed/],
  ['the password of the example',      { DATABASE_URL: 'postgres://jeongsan:change-me@db/jeongsan' },  /^DATABASE_URL: holds a secret/],
  ['the secret key of the example',    { PROVIDER_SECRET_KEY: 'test_sk_change00me00change00me' },      /^PROVIDER_SECRET_KEY: holds a secret/],
  ['the security key of the example',  { PROVIDER_SECURITY_KEYS: '0'.repeat(64) },                     /^PROVIDER_SECURITY_KEYS: holds a key that is a pattern/],
  ['the data key of the example',      { DATA_KEYS: '1'.repeat(64) },                                  /^DATA_KEYS: holds a key that is a pattern/],
  ['the fingerprint key of the example', { FINGERPRINT_KEY: '2'.repeat(64) },                          /^FINGERPRINT_KEY: holds a key that is a pattern/],
  ['the API key of the example',       { API_KEYS: apiKey('3'.repeat(64)) },                           /^API_KEYS: holds a key that is a pattern/],
  ['a pattern behind a good key',      { DATA_KEYS: `${random()},${'AB'.repeat(32)}` },                /^DATA_KEYS: holds a key that is a pattern/],
  ['sixteen bytes twice',              { DATA_KEYS: random().slice(0, 32).repeat(2) },                 /^DATA_KEYS: holds a key that is a pattern/],
  ['seven digits again and again',     { DATA_KEYS: '3fa9c07'.repeat(10).slice(0, 64) },               /^DATA_KEYS: holds a key that is a pattern/],
  ['digits that count up',             { DATA_KEYS: '0123456789abcdef'.repeat(4) },                    /^DATA_KEYS: holds a key that is a pattern/],
  ['bytes that count up',              { DATA_KEYS: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('hex') }, /^DATA_KEYS: holds a key that is a pattern/],
  ['a word filled up',                 { DATA_KEYS: 'deadbeef'.padEnd(64, '0') },                      /^DATA_KEYS: holds a key that is a pattern/],
  ['the hash of an empty key',         { API_KEYS: apiKey(sha256('')) },                               /^API_KEYS: holds the hash of no key/],
  ['the hash of a placeholder',        { API_KEYS: apiKey(sha256('change-me')) },                      /^API_KEYS: holds the hash of no key/],
  ['the provider over http',           { PROVIDER_BASE_URL: 'http://api.provider.kr' },                /^PROVIDER_BASE_URL: .* https/],
  ['the provider over http, shouted',  { PROVIDER_BASE_URL: 'HTTP://api.provider.kr' },                /^PROVIDER_BASE_URL: .* https/],
  ['the provider at a path',           { PROVIDER_BASE_URL: 'file:///api' },                           /^PROVIDER_BASE_URL: .* https/],
])('production refuses %s, and names the one setting', (_, change, problem) => {
  expect(productionProblem(change)).toMatch(problem);
});

test.each(['production', 'development', 'test'])('a placeholder that nobody filled in is refused in %s', (NODE_ENV) => {
  const DATABASE_URL = 'postgres://jeongsan:<openssl rand -hex 24>@db/jeongsan';
  expect(productionProblem({ NODE_ENV, DATABASE_URL })).toBe(
    'DATABASE_URL: still holds the placeholder of the example',
  );
});
