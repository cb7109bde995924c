import type { Random } from '@jeongsan/fuzz';
import { parseSecurityKey, seal } from '@jeongsan/jwe';
import {
  providerErrors,
  SECURITY_MODE_ENCRYPTION,
  SECURITY_MODE_HEADER,
  TEST_CODE_HEADER,
} from '@jeongsan/provider-contract';
import { randomText } from '../../ids.js';
import { basic, LIVE_KEY, SECRET_KEY, SECURITY_KEY_HEX } from '../sandbox.js';

const securityKey = parseSecurityKey(SECURITY_KEY_HEX);

/** Random headers that are wrong or change the request's meaning. */
export function oddHeaders(random: Random): Record<string, string> {
  const authorization = random.pick([
    ...['Basic', 'Basic ', 'Basic !!!', 'Bearer x', 'basic OmE=', 'Digest a', `Basic ${'A'.repeat(5_000)}`],
    ...[basic('test_ck_client'), basic('nobody'), basic(LIVE_KEY), Buffer.from(SECRET_KEY).toString('base64')],
  ]);
  return random.pick<Record<string, string>>([
    { authorization },
    { 'idempotency-key': random.pick(['a', 'k'.repeat(300), 'k'.repeat(301), `key-${random.int(1, 50)}`, '%00', ' ']) },
    { 'accept-language': random.pick(['en-US', 'en-us,ko;q=0.5', '*', 'x'.repeat(2_000), '']) },
    { [SECURITY_MODE_HEADER]: random.pick([SECURITY_MODE_ENCRYPTION, 'encryption', 'NONE', '']) },
    {
      [TEST_CODE_HEADER]: random.pick([
        'NOPE',
        '__proto__',
        'toString',
        '',
        ...Object.keys(providerErrors).slice(0, 9),
      ]),
    },
    { accept: random.pick(['text/html', 'image/png', '', '*/*;q=0']) },
  ]);
}

/** A sealed body; now and then one that cannot be opened. */
export async function sealedBody(
  text: string,
  random: Random,
): Promise<{ headers: Record<string, string>; body: string }> {
  const headers = { 'content-type': 'text/plain', [SECURITY_MODE_HEADER]: SECURITY_MODE_ENCRYPTION };
  if (random.chance(0.05)) return { headers: { 'content-type': 'application/json' }, body: text };
  const token = await seal(text, securityKey, { now: () => new Date() });
  if (random.chance(0.8)) return { headers, body: token };
  const broken = random.pick([
    () => token.slice(0, random.int(0, token.length)),
    () => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    () => token.split('.').slice(1).join('.'),
    () => token.replace('..', '.AAAA.'),
    () => `${Buffer.from('{"alg":"none"}').toString('base64url')}..${token.split('..')[1] ?? ''}`,
    () => `${token}.${token}`,
    () => text,
    () => `${randomText(30)}..${randomText(16)}.${randomText(9)}.${randomText(22)}`,
  ])();
  return { headers, body: broken };
}
