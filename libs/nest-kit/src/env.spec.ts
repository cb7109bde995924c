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
  });
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
  ['keys from a file',                 { OPERATOR_JWKS_URL: 'file:///etc/jwks', OPERATOR_ISSUER: 'i' }, 'OPERATOR_JWKS_URL: '],
])('%s is refused', (_, change, problem) => {
  expect(problemsOf({ ...given, ...change })).toContain(problem);
});

test('a controlled clock outside production is accepted', () => {
  expect(parseEnv(baseEnv, { ...given, CONTROLLED_CLOCK: 'true' }).CONTROLLED_CLOCK).toBe(true);
});
