import { parseSecurityKey, seal } from '@jeongsan/jwe';
import {
  providerErrors,
  SECURITY_MODE_ENCRYPTION,
  SECURITY_MODE_HEADER,
  TEST_CODE_HEADER,
} from '@jeongsan/provider-contract';
import { randomText } from '../../ids.js';
import { basic, LIVE_KEY, SECRET_KEY, SECURITY_KEY_HEX } from '../sandbox.js';
import type { Random } from './random.js';

const securityKey = parseSecurityKey(SECURITY_KEY_HEX);

/** Half a character cannot be written into an address. */
export const escaped = (text: string, most: number): string =>
  encodeURIComponent(Buffer.from(text.slice(0, most)).toString());

export const oddSegments = [
  ...[
    '%',
    '%E0%A4%A',
    '%00',
    '%0d%0a',
    '..',
    '%2e%2e%2f',
    '%2f',
    'null',
    'undefined',
    '__proto__',
    '%ED%A0%80',
    '*',
    ';',
  ],
  ...[
    "'%20or%201=1--",
    'a'.repeat(201),
    'a'.repeat(3_000),
    '%F0%9F%92%A9',
    '',
    '%20',
    '0',
    '-1',
    '{id}',
    'a?b',
    'orders',
  ],
];
export const oddTypes = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'json',
    'application/json;',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/problem+json',
    'text/plain; charset=x',
    ';;;',
    'application/octet-stream',
  ],
];

/** A header that is wrong, or that changes what the request means. */
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

/** A sealed body; now and then one that nobody can open. */
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

/** A form whose fields are those of the body; `files` becomes a file. */
export function formOf(value: unknown, text: string, random: Random): string {
  const fields = Object.entries(value ?? {}).map(([name]) => {
    const named = `content-disposition: form-data; name="${random.chance(0.9) ? name : 'other'}"; filename="a.png"`;
    return `--frontier\r\n${named}\r\ncontent-type: ${random.pick(['image/png', 'text/html', ''])}\r\n\r\n${text.slice(0, 200)}\r\n`;
  });
  return `${fields.join('')}${random.chance(0.8) ? '--frontier--\r\n' : ''}`;
}

/** Bytes that are no text, or more of them than are taken. */
export function oddBytes(body: string, random: Random): Buffer {
  return random.chance(0.1)
    ? Buffer.alloc(5 * 1024 * 1024, 'a')
    : Buffer.concat([Buffer.from(body), Buffer.from([0xff, 0xfe, 0x00, 0xc3])]);
}
