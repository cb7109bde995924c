import { randomBytes } from 'node:crypto';
import { parseEnv } from '@jeongsan/nest-kit';
import { consoleSettings } from './console-settings.js';
import { Env } from './env.js';
import { allAt } from './testing/door.js';

const key = (): string => randomBytes(32).toString('hex');
const given = {
  ...{ PORT: '0', ...allAt('http://service:3000') },
  CONSOLE_ORIGIN: 'https://pay.market.kr',
  CONSOLE_ISSUER: 'https://id.market.kr/realms/staff',
  CONSOLE_CLIENT_ID: 'console',
  CONSOLE_CLIENT_SECRET: key(),
  SESSION_REDIS_URL: 'rediss://redis:6379',
  SESSION_KEY: key(),
};
const problemOf = (change: Readonly<Record<string, string | undefined>>): string => {
  try {
    parseEnv(Env, { ...given, ...change });
    return '';
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1).join('; ');
  }
};
const production = { NODE_ENV: 'production' };

test('a whole sign-in is accepted, in production too, and none at all', () => {
  expect([problemOf({}), problemOf(production)]).toEqual(['', '']);
  const names = Object.keys(given).filter((name) => /^(CONSOLE|SESSION)/.test(name));
  const env = parseEnv(Env, { ...given, ...Object.fromEntries(names.map((name) => [name, ''])) });
  expect(consoleSettings(env)).toBeUndefined();
});

test('half a sign-in names what is missing', () => {
  expect(problemOf({ CONSOLE_ISSUER: '', SESSION_KEY: '' })).toBe(
    'CONSOLE_ISSUER: is missing; SESSION_KEY: is missing',
  );
});

// prettier-ignore
test.each([
  ['an origin with a path',            {},         { CONSOLE_ORIGIN: 'https://pay.market.kr/console' },      'CONSOLE_ORIGIN: must be an origin'],
  ['plain http of another machine',    {},         { CONSOLE_ORIGIN: 'http://pay.market.kr' },               'CONSOLE_ORIGIN: must be https'],
  ['no address at all',                {},         { CONSOLE_ORIGIN: 'pay market' },                         'CONSOLE_ORIGIN: Invalid URL'],
  ['a service without an address',     {},         { GATEWAY_URL: 'gateway' },                               'GATEWAY_URL: Invalid URL'],
  ['an issuer over http',              {},         { CONSOLE_ISSUER: 'http://id.market.kr' },                'CONSOLE_ISSUER: must be https'],
  ['an issuer of this machine',        production, { CONSOLE_ISSUER: 'http://127.0.0.1:14007' },             'CONSOLE_ISSUER: a production console'],
  ['localhost, even by https',         production, { CONSOLE_ORIGIN: 'https://localhost' },                  'CONSOLE_ORIGIN: a production console'],
  ['a key that is a pattern',          production, { SESSION_KEY: '0'.repeat(64) },                          'SESSION_KEY: holds a key that is a pattern'],
  ['a key that is none',               {},         { SESSION_KEY: 'secret' },                                'SESSION_KEY.0: is not 64 hex'],
  ['a secret that can be guessed',     {},         { CONSOLE_CLIENT_SECRET: 'secret' },                      'CONSOLE_CLIENT_SECRET: must have 16'],
  ['no address of a Redis',            {},         { SESSION_REDIS_URL: 'http://redis' },                    'SESSION_REDIS_URL: is no address'],
  ['markets without this one',         {},         { CONSOLE_MARKETS: 'Byeol=https://pay.byeol.kr' },          'CONSOLE_MARKETS: lacks this market'],
  ['one market twice',                 {},         { CONSOLE_MARKETS: 'A=https://pay.market.kr,B=https://pay.market.kr/' }, 'CONSOLE_MARKETS: names one origin twice'],
  ['two markets of one name',          {},         { CONSOLE_MARKETS: 'A=https://pay.market.kr,A=https://pay.byeol.kr' }, 'CONSOLE_MARKETS: names two markets alike'],
  ['a market without a name',          {},         { CONSOLE_MARKETS: 'https://pay.market.kr' },               'CONSOLE_MARKETS'],
  ['a market at a path',               {},         { CONSOLE_MARKETS: 'A=https://pay.market.kr/console' },     'must be an origin'],
  ['a market of this machine',         production, { CONSOLE_MARKETS: 'A=https://pay.market.kr,B=http://localhost:14006' }, 'the console of B needs https'],
  ['a frame that is a policy',         {},         { SELLER_PAGE_FRAME_ANCESTORS: "https://a.kr;script-src" }, 'SELLER_PAGE_FRAME_ANCESTORS'],
  ['a frame of everyone',              {},         { SELLER_PAGE_FRAME_ANCESTORS: '*' },                     'SELLER_PAGE_FRAME_ANCESTORS'],
  ['a session without an end',         {},         { SESSION_HOURS: '1000' },                                'SESSION_HOURS'],
])('%s is refused by name', (_, mode, change, problem) => {
  expect(problemOf({ ...mode, ...change })).toContain(problem);
});

test('plain http is for this machine, outside production', () => {
  expect(problemOf({ CONSOLE_ORIGIN: 'http://localhost:14006', CONSOLE_ISSUER: 'http://127.0.0.1:14007' })).toBe('');
});

test('markets are names and origins, this one among them', () => {
  const list = 'Hangawi=https://pay.market.kr, Byeol & Sons=https://pay.byeol.kr';
  expect(consoleSettings(parseEnv(Env, { ...given, ...production, CONSOLE_MARKETS: list }))?.markets).toEqual([
    { name: 'Hangawi', origin: 'https://pay.market.kr' },
    { name: 'Byeol & Sons', origin: 'https://pay.byeol.kr' },
  ]);
});
