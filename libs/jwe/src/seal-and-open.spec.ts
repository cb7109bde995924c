import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose';
import { inspect } from 'node:util';
import {
  JweError,
  type JweErrorCode,
  open,
  type OpenOptions,
  parseSecurityKey,
  seal,
  type SecurityKey,
} from './index.js';

const hex = '0123456789abcdef'.repeat(4);
const key = parseSecurityKey(hex);
const otherKey = parseSecurityKey('f'.repeat(64));
const now = () => new Date('2026-03-02T14:59:59.999Z');
const text = '{"refPayoutId":"p-1","holderName":"홍길동 👩‍👩‍👧"}';
const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes as string).toString('base64url');

/** Builds a token straight from the cipher, so that the spec can say anything in the header and break any part. */
function handmade(header: object | string, plain: Uint8Array | string, hexKey = hex): string {
  const encodedHeader = encode(typeof header === 'string' ? header : JSON.stringify(header));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hexKey, 'hex'), iv);
  cipher.setAAD(Buffer.from(encodedHeader));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [encodedHeader, '', encode(iv), encode(ciphertext), encode(cipher.getAuthTag())].join('.');
}

const pinned = { alg: 'dir', enc: 'A256GCM' };

/** The text that `open` returns, or the code of its JweError. Also asserts that an error reveals nothing. */
async function verdict(jwe: string, options?: OpenOptions, keys: readonly SecurityKey[] = [key]): Promise<string> {
  try {
    return (await open(jwe, keys, options)).text;
  } catch (error) {
    if (!(error instanceof JweError)) throw error;
    const shown = inspect(error, { showHidden: true });
    for (const secret of ['refPayoutId', '홍길동', hex]) expect(shown).not.toContain(secret);
    return error.code satisfies JweErrorCode;
  }
}

describe('seal', () => {
  test('the token is compact, with the four header members the provider requires and no encrypted key', async () => {
    const jwe = await seal(text, key, { now, randomUuid: () => '009cb546-83df-44b4-a2d1-f219b18ae81d' });
    expect(jwe).toMatch(/^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(decodeProtectedHeader(jwe)).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      iat: '2026-03-02T23:59:59+09:00',
      nonce: '009cb546-83df-44b4-a2d1-f219b18ae81d',
    });
  });

  test('the nonce is a fresh UUID and the iv never repeats', async () => {
    const tokens = await Promise.all(Array.from({ length: 10_000 }, () => seal('{}', key, { now })));
    const nonces = tokens.map((jwe) => String(decodeProtectedHeader(jwe)['nonce']));
    expect(nonces[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(nonces).size).toBe(tokens.length);
    expect(new Set(tokens.map((jwe) => jwe.split('.')[2])).size).toBe(tokens.length);
  });

  test('jose, which shares no line with us, opens what we seal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (plain) => {
        const opened = await compactDecrypt(await seal(plain, key, { now }), Buffer.from(hex, 'hex'));
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(opened.plaintext)).toBe(plain);
      }),
      { numRuns: 300 },
    );
  });
});

describe('open', () => {
  test('what we seal we open, to the byte', async () => {
    const any = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 2000 }),
      fc.constantFrom('', '\uFEFFx', '\0', 'x'.repeat(1024 * 1024)),
    );
    await fc.assert(
      fc.asyncProperty(any, async (plain) => {
        expect((await open(await seal(plain, key, { now }), [key])).text).toBe(plain);
      }),
      { numRuns: 300 },
    );
  });

  test('we open what jose seals, compressed or not', async () => {
    const builder = () => new CompactEncrypt(Buffer.from(text));
    const plain = await builder().setProtectedHeader(pinned).encrypt(Buffer.from(hex, 'hex'));
    const compressed = await builder()
      .setProtectedHeader({ ...pinned, zip: 'DEF' })
      .encrypt(Buffer.from(hex, 'hex'));
    expect(await verdict(plain)).toBe(text);
    expect(await verdict(compressed, { acceptCompressed: true })).toBe(text);
  });

  test('the header the provider really sends is accepted and reported', async () => {
    const header = {
      enc: 'A256GCM',
      iat: '2025-06-26T18:42:46.356259315+09:00',
      nonce: '009cb546-83df-44b4-a2d1-f219b18ae81d',
      alg: 'dir',
    };
    const opened = await open(handmade(header, text), [key], { requireHeaderTimes: true });
    expect(opened).toEqual({ text, header: { iat: header.iat, nonce: header.nonce } });
  });

  // prettier-ignore
  test.each<[string, object | string, OpenOptions, string]>([
    ['the pinned pair alone',               pinned,                                           {},                         text],
    ['unknown members',                     { ...pinned, kid: 'x', typ: 'JWE', x: [{ a: 1 }] }, {},                       text],
    ['members out of order, spaced',        ' { "enc" : "A256GCM" , "alg" : "dir" } ',        {},                         text],
    ['no algorithm',                        {},                                               {},                         'algorithm'],
    ['alg none',                            { ...pinned, alg: 'none' },                       {},                         'algorithm'],
    ['alg RSA',                             { ...pinned, alg: 'RSA-OAEP-256' },               {},                         'algorithm'],
    ['alg PBES2 with a costly p2c',         { ...pinned, alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31 }, {},                   'algorithm'],
    ['alg in other letters',                { ...pinned, alg: 'DIR' },                        {},                         'algorithm'],
    ['alg as a list',                       { ...pinned, alg: ['dir'] },                      {},                         'algorithm'],
    ['enc A128GCM',                         { ...pinned, enc: 'A128GCM' },                    {},                         'algorithm'],
    ['enc A256CBC-HS512',                   { ...pinned, enc: 'A256CBC-HS512' },              {},                         'algorithm'],
    ['crit',                                { ...pinned, crit: ['exp'], exp: 1 },             {},                         'header'],
    ['an empty crit',                       { ...pinned, crit: [] },                          {},                         'header'],
    ['zip where none is accepted',          { ...pinned, zip: 'DEF' },                        {},                         'algorithm'],
    ['another zip',                         { ...pinned, zip: 'GZ' },                         { acceptCompressed: true }, 'algorithm'],
    ['a null zip',                          { ...pinned, zip: null },                         { acceptCompressed: true }, 'algorithm'],
    ['a doubled member',                    '{"alg":"dir","enc":"A256GCM","alg":"dir"}',      {},                         'malformed'],
    ['a doubled member, escaped',           '{"alg":"dir","enc":"A256GCM","\\u0061lg":"dir"}', {},                        'malformed'],
    ['a member __proto__',                  '{"__proto__":{"alg":"dir"},"enc":"A256GCM"}',    {},                         'malformed'],
    ['colons and braces inside a text',     '{"alg":"dir","enc":"A256GCM","x":"{:\\":}"}',    {},                         text],
    ['a list',                              '["dir","A256GCM"]',                              {},                         'malformed'],
    ['null',                                'null',                                           {},                         'malformed'],
    ['half of a JSON text',                 '{"alg":"dir","enc":"A256GCM"',                   {},                         'malformed'],
    ['a very long header',                  { ...pinned, x: 'x'.repeat(4096) },               {},                         'too-large'],
  ])('a header with %s: %j by %j is %s', async (_, header, options, expected) => {
    expect(await verdict(handmade(header, text), options)).toBe(expected);
  });

  test.each([
    ['five parts', 'a.b', 'A token has five parts'],
    ['no encrypted key', 'a.AAAA.c.d.e', 'The encrypted key must be empty'],
    ['12 bytes of iv', 'a..AAAA.AAAA.AAAA', 'The iv has 12 bytes'],
    ['16 bytes of tag', `a..${'A'.repeat(16)}.AAAA.AAAA`, 'The tag has 16 bytes'],
    ['canonical base64url', 'a..AAA=.AAAA.AAAA', 'A part is not canonical base64url'],
    ['a JSON header', handmade('x', text), 'The header is not a JSON object with distinct members'],
    ['the one cipher', handmade({}, text), 'Only dir with A256GCM is opened'],
    ['no extensions', handmade({ ...pinned, crit: [] }, text), 'The header demands extensions'],
    ['no compression', handmade({ ...pinned, zip: 'DEF' }, text), 'This compression is not accepted'],
    ['a short header', handmade({ ...pinned, x: 'x'.repeat(3072) }, text), 'The header is too large'],
    ['a short text', handmade(pinned, 'x'.repeat(1001)), 'The text is too large'],
    ['a short token', 'x'.repeat(10_000), 'The token is too large'],
    ['UTF-8', handmade(pinned, Buffer.from([0xc3, 0x28])), 'The text is not UTF-8'],
    [
      'our key',
      handmade(pinned, text, 'e'.repeat(64)),
      'No key opens the token: it was changed on the way, or sealed with another key',
    ],
  ])('the refusal of a token without %s says so', async (_, jwe, message) => {
    const refused = await open(jwe, [key], { maxBytes: 1000 }).catch(String);
    expect(refused).toBe(`JweError: ${message}`);
  });

  test('the refusal of missing times and of what does not inflate says so', async () => {
    const zipped = { ...pinned, zip: 'DEF' };
    const refused = (jwe: string, options: OpenOptions) => open(jwe, [key], options).catch(String);
    expect(await refused(handmade(pinned, text), { requireHeaderTimes: true })).toBe(
      'JweError: The header lacks a valid iat or nonce',
    );
    expect(await refused(handmade(zipped, text), { acceptCompressed: true })).toBe(
      'JweError: The text does not inflate',
    );
    expect(await refused(handmade(zipped, deflateRawSync(text)), { acceptCompressed: true, maxBytes: 9 })).toBe(
      'JweError: The text is too large once inflated',
    );
  });

  test('a header of exactly 4096 characters is read, around a text as large as may be', async () => {
    const members = { ...pinned, x: '' };
    const header = { ...members, x: 'x'.repeat(3072 - JSON.stringify(members).length) };
    const jwe = handmade(header, 'x'.repeat(1000));
    expect(jwe.indexOf('.')).toBe(4096);
    expect(await verdict(jwe, { maxBytes: 1000 })).toBe('x'.repeat(1000));
  });

  test('iat and nonce are reported only where they are texts', async () => {
    const opened = await open(handmade({ ...pinned, iat: 1_772_406_000, nonce: null }, text), [key]);
    expect(opened.header).toEqual({});
    expect(Object.keys(opened.header)).toEqual([]);
  });

  test('a header that is not UTF-8 and a text that is not UTF-8 are malformed', async () => {
    const sealed = handmade(pinned, text).split('.').slice(1);
    expect(await verdict([encode(Buffer.from([0x7b, 0xff, 0x7d])), ...sealed].join('.'))).toBe('malformed');
    expect(await verdict(handmade(pinned, Buffer.from([0xc3, 0x28])))).toBe('malformed');
    const [before, after] = JSON.stringify({ ...pinned, kid: '|' }).split('|');
    const broken = encode(Buffer.concat([Buffer.from(`${before}`), Buffer.from([0xff]), Buffer.from(`${after}`)]));
    expect(await verdict([broken, ...sealed].join('.'))).toBe('malformed');
  });

  // prettier-ignore
  test.each<[unknown, unknown, 'opened' | 'refused']>([
    // iat                                  nonce
    ['2026-03-02T08:00:00+09:00',           'n', 'opened'],
    ['2026-03-02T08:00:00Z',                'n', 'opened'],
    ['2026-03-02T08:00:00.1+09:00',         'n', 'opened'],
    ['2026-03-02T08:00:00.123456789-03:30', 'n', 'opened'],
    ['2024-02-29T23:59:59+18:00',           'n', 'opened'],
    ['2026-03-02T08:00:00.1234567890+09:00','n', 'refused'],
    ['2026-03-02T08:00:00.+09:00',          'n', 'refused'],
    ['2026-03-02T08:00:00',                 'n', 'refused'],
    ['2026-03-02T08:00:00+0900',            'n', 'refused'],
    ['2026-03-02T08:00:00+19:00',           'n', 'refused'],
    ['2026-03-02 08:00:00+09:00',           'n', 'refused'],
    ['2026-02-30T08:00:00+09:00',           'n', 'refused'],
    ['2026-03-02T24:00:00+09:00',           'n', 'refused'],
    ['2026-03-02T08:00:60+09:00',           'n', 'refused'],
    ['x2026-03-02T08:00:00+09:00',          'n', 'refused'],
    ['2026-03-02T08:00:00+09:00 or so',     'n', 'refused'],
    ['yesterday',                           'n', 'refused'],
    [1_772_406_000,                         'n', 'refused'],
    [undefined,                             'n', 'refused'],
    ['2026-03-02T08:00:00+09:00',           undefined, 'refused'],
    ['2026-03-02T08:00:00+09:00',           '',        'refused'],
    ['2026-03-02T08:00:00+09:00',           5,         'refused'],
  ])('iat %p with nonce %p is %s where the times are required, and opened where not', async (iat, nonce, expected) => {
    const jwe = handmade({ ...pinned, iat, nonce }, text);
    expect(await verdict(jwe, { requireHeaderTimes: true })).toBe(expected === 'opened' ? text : 'header');
    expect(await verdict(jwe)).toBe(text);
  });
});

describe('tampering', () => {
  test('any single bit flipped anywhere is refused', async () => {
    const jwe = await seal('{"amount":1}', key, { now });
    const verdicts = new Set<string>();
    for (let at = 0; at < jwe.length; at += 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const flipped = String.fromCharCode(jwe.charCodeAt(at) ^ (1 << bit));
        verdicts.add(await verdict(jwe.slice(0, at) + flipped + jwe.slice(at + 1)));
      }
    }
    expect([...verdicts].sort()).toEqual(['algorithm', 'key', 'malformed']);
  });

  test('every part of one token put into another is refused', async () => {
    const [mine, theirs] = await Promise.all([seal('{"a":1}', key, { now }), seal('{"a":2}', key, { now })]);
    for (const part of [0, 2, 3, 4]) {
      const mixed = mine.split('.').map((value, index) => (index === part ? theirs.split('.')[index] : value));
      expect(await verdict(mixed.join('.'))).toBe('key');
    }
  });

  // prettier-ignore
  test.each<[string, (parts: string[]) => string[]]>([
    ['no parts',                    () => []],
    ['three parts, as a JWS has',   (parts) => parts.slice(0, 3)],
    ['four parts',                  (parts) => parts.slice(0, 4)],
    ['six parts',                   (parts) => [...parts, '']],
    ['seven parts',                 (parts) => [...parts, '', '']],
    ['an encrypted key',            ([h = '', , ...rest]) => [h, 'AAAA', ...rest]],
    ['no header',                   ([, ...rest]) => ['', ...rest]],
    ['no iv',                       ([h = '', k = '', , ...rest]) => [h, k, '', ...rest]],
    ['an iv of 16 bytes',           ([h = '', k = '', , ...rest]) => [h, k, encode(Buffer.alloc(16)), ...rest]],
    ['an iv of 8 bytes',            ([h = '', k = '', , ...rest]) => [h, k, encode(Buffer.alloc(8)), ...rest]],
    ['no tag',                      (parts) => [...parts.slice(0, 4), '']],
    ['padding',                     (parts) => [...parts.slice(0, 4), `${parts[4]}==`]],
    ['a newline at its end',        (parts) => [...parts.slice(0, 4), `${parts[4]}\n`]],
    ['characters of plain base64',  ([h = '', k = '', iv = '', ...rest]) => [h, k, iv, '+/+/', ...rest.slice(1)]],
    ['loose bits behind the tag',   (parts) => [...parts.slice(0, 4), `${parts[4]?.slice(0, -1)}B`]],
  ])('a token with %s is malformed', async (_, change) => {
    const jwe = await seal(text, key, { now });
    expect(await verdict(change(jwe.split('.')).join('.'))).toBe('malformed');
  });

  test('a tag cut to any shorter length is malformed, even where GCM itself would check it', async () => {
    const parts = (await seal(text, key, { now })).split('.');
    const tag = Buffer.from(parts[4] ?? '', 'base64url');
    for (let bytes = 1; bytes < tag.length; bytes += 1) {
      expect(await verdict([...parts.slice(0, 4), encode(tag.subarray(0, bytes))].join('.'))).toBe('malformed');
    }
  });

  test('a changed header is refused although the cipher text is untouched', async () => {
    const [, ...rest] = handmade({ ...pinned, nonce: 'a' }, text).split('.');
    expect(await verdict([encode(JSON.stringify({ ...pinned, nonce: 'b' })), ...rest].join('.'))).toBe('key');
  });

  test('garbage of any kind is refused with a code, never with another error', async () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.base64String(), { maxLength: 7 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (jwe) => {
        expect(['malformed', 'algorithm']).toContain(await verdict(jwe));
      }),
    );
  });
});

describe('compression', () => {
  const zipped = { ...pinned, zip: 'DEF' };

  test('a compressed text is inflated only where that is accepted', async () => {
    const jwe = handmade(zipped, deflateRawSync(text));
    expect(await verdict(jwe, { acceptCompressed: true })).toBe(text);
    expect(await verdict(jwe)).toBe('algorithm');
  });

  test('a compressed text of exactly the limit opens, one byte more does not', async () => {
    const options = { acceptCompressed: true, maxBytes: 1000 };
    expect(await verdict(handmade(zipped, deflateRawSync('x'.repeat(1000))), options)).toBe('x'.repeat(1000));
    expect(await verdict(handmade(zipped, deflateRawSync('x'.repeat(1001))), options)).toBe('too-large');
  });

  test('a bomb of 256 MiB stops at the limit and costs no more memory than the limit', async () => {
    const bomb = handmade(zipped, deflateRawSync(Buffer.alloc(256 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(400_000);
    const before = process.memoryUsage();
    expect(await verdict(bomb, { acceptCompressed: true })).toBe('too-large');
    const after = process.memoryUsage();
    expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(8 * 1024 * 1024);
  });

  test.each([
    ['cut short', deflateRawSync(text).subarray(0, -4)],
    ['not deflated at all', Buffer.from(text)],
    ['empty', Buffer.alloc(0)],
  ])('a compressed text that is %s is malformed', async (_, plain) => {
    expect(await verdict(handmade(zipped, plain), { acceptCompressed: true })).toBe('malformed');
  });

  test('a bomb sealed with a key we do not hold is never inflated', async () => {
    const bomb = handmade(zipped, deflateRawSync(Buffer.alloc(4 * 1024 * 1024)), 'f'.repeat(64));
    expect(await verdict(bomb, { acceptCompressed: true })).toBe('key');
  });

  test('an uncompressed text above the limit is refused, most of them before they are decoded', async () => {
    expect(await verdict(await seal('x'.repeat(1001), key, { now }), { maxBytes: 1000 })).toBe('too-large');
    expect(await verdict(await seal('x'.repeat(1000), key, { now }), { maxBytes: 1000 })).toBe('x'.repeat(1000));
    expect(await verdict('x'.repeat(10_000_000))).toBe('too-large');
  });
});

describe('keys', () => {
  test('while keys rotate, a token of either key opens, in either order', async () => {
    for (const sealing of [key, otherKey]) {
      const jwe = await seal(text, sealing, { now });
      expect(await verdict(jwe, {}, [key, otherKey])).toBe(text);
      expect(await verdict(jwe, {}, [otherKey, key])).toBe(text);
    }
  });

  test('a key of somebody else opens nothing, and neither does no key', async () => {
    const jwe = await seal(text, key, { now });
    expect(await verdict(jwe, {}, [otherKey])).toBe('key');
    expect(await verdict(jwe, {}, [])).toBe('key');
  });

  test('hex in either case is the same key', async () => {
    expect(await verdict(await seal(text, parseSecurityKey(hex.toUpperCase()), { now }))).toBe(text);
  });

  test.each([
    '',
    'abc',
    hex.slice(1),
    `${hex}0`,
    hex.replace('0', 'g'),
    ` ${hex.slice(1)}`,
    `${hex}\n`,
    `0x${hex.slice(2)}`,
  ])('%j is no key, and the refusal does not repeat it', (bad) => {
    expect(() => parseSecurityKey(bad)).toThrow('A security key is 64 hex characters; this text is not');
  });

  test('a key shows its bytes to no log and no JSON', () => {
    for (const shown of [inspect(key, { depth: 10, showHidden: true }), JSON.stringify({ key })]) {
      expect(shown.toLowerCase()).not.toContain(hex.slice(0, 8));
      expect(shown).not.toContain(Buffer.from(hex, 'hex').toString('base64').slice(0, 8));
    }
  });
});
