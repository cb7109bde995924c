import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { parseSecurityKey, signWebhook, verifyWebhook } from './index.js';

const hex = '0123456789abcdef'.repeat(4);
const key = parseSecurityKey(hex);
const oldKey = parseSecurityKey('a'.repeat(64));
const strangersKey = parseSecurityKey('b'.repeat(64));
const time = '2024-09-05T12:19:21+09:00';
const body = '{"eventType":"payout.changed","entityBody":{"holderName":"홍길동"}}';
const genuine = signWebhook(body, time, [key]);
const base64 = genuine.slice('v1:'.length);

test('a signature is the HMAC of body, colon and time under the decoded key', () => {
  const mac = createHmac('sha256', Buffer.from(hex, 'hex')).update(`${body}:${time}`, 'utf8').digest('base64');
  expect(genuine).toBe(`v1:${mac}`);
});

test('what is signed is verified, as text and as bytes, by every key of a rotation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (anyBody, anyTime) => {
      const header = signWebhook(anyBody, anyTime, [key, oldKey]);
      expect(verifyWebhook(anyBody, anyTime, header, [oldKey])).toBe(true);
      expect(verifyWebhook(Buffer.from(anyBody), anyTime, header, [key])).toBe(true);
      expect(verifyWebhook(anyBody, anyTime, header, [strangersKey])).toBe(false);
      expect(verifyWebhook(`${anyBody} `, anyTime, header, [key, oldKey])).toBe(false);
      expect(verifyWebhook(anyBody, `${anyTime}0`, header, [key, oldKey])).toBe(false);
    }),
  );
});

test('bytes that are no UTF-8 are signed as they are', () => {
  const raw = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
  const header = signWebhook(raw, time, [key]);
  expect(verifyWebhook(raw, time, header, [key])).toBe(true);
  expect(verifyWebhook(raw.toString('utf8'), time, header, [key])).toBe(false);
});

const others = Array.from({ length: 8 }, (_, index) => signWebhook(`other ${index}`, time, [key]));

// prettier-ignore
test.each<[string, string | undefined, boolean]>([
  ['a valid signature',                          genuine,                                        true],
  ['a list of two with the second valid',        `${others[0]},${genuine}`,                      true],
  ['a list of two with the first valid',         `${genuine},${others[0]}`,                      true],
  ['a list written with spaces',                 `${others[0]} , ${genuine} `,                   true],
  ['a valid one beside garbage',                 `garbage,,v1:,${genuine}`,                      true],
  ['the last of eight valid',                    [...others.slice(0, 7), genuine].join(','),     true],
  ['the last of nine valid',                     [...others, genuine].join(','),                 false],
  ['the first of nine valid',                    [genuine, ...others].join(','),                 false],
  ['a valid one behind a long header',           `${'x'.repeat(1024)},${genuine}`,               false],
  ['no header',                                  undefined,                                      false],
  ['an empty header',                            '',                                             false],
  ['only commas',                                ',,,',                                          false],
  ['no version',                                 base64,                                         false],
  ['another version',                            `v2:${base64}`,                                 false],
  ['a version in capitals',                      `V1:${base64}`,                                 false],
  ['a version without a value',                  'v1:',                                          false],
  ['a value cut short',                          genuine.slice(0, -1),                           false],
  ['a value with more behind it',                `${genuine}=`,                                  false],
  ['a value without padding',                    genuine.replace(/=+$/, ''),                     false],
  ['hex instead of base64',                      `v1:${Buffer.from(base64, 'base64').toString('hex')}`, false],
  ['a value in other letters',                   genuine.toLowerCase(),                          false],
  ['characters of several bytes, as long',       `v1:${'é'.repeat(22)}`,                         false],
  ['the signature of another body',              others[0],                                      false],
  ['a key of somebody else',                     signWebhook(body, time, [strangersKey]),        false],
  ['the key taken as text instead of bytes',     `v1:${createHmac('sha256', hex).update(`${body}:${time}`).digest('base64')}`, false],
  ['the body signed without the time',           `v1:${createHmac('sha256', Buffer.from(hex, 'hex')).update(body).digest('base64')}`, false],
])('%s: genuine is %s', (_, header, isGenuine) => {
  expect(verifyWebhook(body, time, header, [key])).toBe(isGenuine);
});

test('without a time, without keys, or for the same JSON printed again, nothing is genuine', () => {
  expect(verifyWebhook(body, undefined, genuine, [key])).toBe(false);
  expect(verifyWebhook(body, time, genuine, [])).toBe(false);
  expect(verifyWebhook(JSON.stringify(JSON.parse(body), null, 1), time, genuine, [key])).toBe(false);
});

test('a header of 1024 characters is read, a longer one is not', () => {
  const padded = (length: number) => `${genuine},${'x'.repeat(length - genuine.length - 1)}`;
  expect(verifyWebhook(body, time, padded(1024), [key])).toBe(true);
  expect(verifyWebhook(body, time, padded(1025), [key])).toBe(false);
});

test('a signature over the word undefined is no signature without a time', () => {
  expect(verifyWebhook(body, undefined, signWebhook(body, 'undefined', [key]), [key])).toBe(false);
});

test('as many keys as a receiver reads sign, and each is verified', () => {
  const header = signWebhook(body, time, [...Array.from({ length: 7 }, () => oldKey), key]);
  expect(verifyWebhook(body, time, header, [key])).toBe(true);
});

test('any single bit flipped in the value is refused', () => {
  const bytes = Buffer.from(base64, 'base64');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(verifyWebhook(body, time, `v1:${flipped.toString('base64')}`, [key])).toBe(false);
  }
});

test('nothing is signed without a key, or with more keys than a receiver reads', () => {
  expect(() => signWebhook(body, time, [])).toThrow(new RangeError('A webhook is signed with 1 to 8 keys, not 0'));
  expect(() =>
    signWebhook(
      body,
      time,
      Array.from({ length: 9 }, () => key),
    ),
  ).toThrow(RangeError);
});
