import fc from 'fast-check';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { createHmac } from 'node:crypto';
import { DataKeys, DataSeal, isDataSealed, JweError, seal } from './index.js';

const OLD = 'a1'.repeat(32);
const NEW = 'b2'.repeat(32);
const sealOf = (...hex: string[]) => new DataSeal(DataKeys.parse(hex.join(',')));
const old = sealOf(OLD);
const both = sealOf(NEW, OLD);
const text = '홍길동 010-1234-5678 {"a":1}';

function verdict(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    if (!(error instanceof JweError)) throw error;
    expect(error.message).not.toContain('홍길동');
    return error.code;
  }
}

test('what is sealed is opened, to the byte, and looks different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.string(), (any, bytes, of) => {
      expect(old.open(of, old.seal(of, any))).toBe(any);
      expect([...old.openBytes(of, old.seal(of, bytes))]).toEqual([...bytes]);
    }),
    { numRuns: 200 },
  );
  expect(old.seal('a', text)).not.toBe(old.seal('a', text));
});

test('while keys rotate the newest seals and all open; without its key a text stays closed', () => {
  const before = old.seal('seller/1', text);
  expect(both.open('seller/1', before)).toBe(text);
  expect(verdict(() => old.open('seller/1', both.seal('seller/1', text)))).toBe('key');
  expect(verdict(() => sealOf(NEW).open('seller/1', before))).toBe('key');
});

test('what an earlier release sealed, which knew no key ids, is opened by whichever key did', async () => {
  const earlier = await seal(text, DataKeys.parse(OLD)[0], { now: () => new Date(0) });
  expect(await both.openEarlier(earlier)).toBe(text);
  await expect(sealOf(NEW).openEarlier(earlier)).rejects.toThrow(JweError);
});

test('the id of a key never changes: the database is full of texts that begin with it', () => {
  expect(decodeProtectedHeader(old.seal('a', text))).toEqual({ alg: 'dir', enc: 'A256GCM', kid: '637414cd' });
  expect(() => sealOf(NEW).open('a', old.seal('a', text))).toThrow('The text is sealed with a key that is not here');
});

test('a text belongs to one row: copied into another it does not open', () => {
  expect(verdict(() => old.open('seller/2', old.seal('seller/1', text)))).toBe('key');
});

test('a changed text does not open, wherever it was changed', () => {
  const sealed = old.seal('a', text);
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(['key', 'malformed']).toContain(
      verdict(() => old.open('a', sealed.slice(0, at) + other + sealed.slice(at + 1))),
    );
  }
  for (const not of ['', '.', text, sealed.slice(0, 70)]) {
    expect(['key', 'malformed']).toContain(verdict(() => old.open('a', not)));
  }
});

test('the mark tells which key sealed, and gives no key away', async () => {
  expect(old.seal('a', text).startsWith(old.mark)).toBe(true);
  expect(both.seal('a', text).startsWith(both.mark)).toBe(true);
  expect(both.mark).not.toBe(old.mark);
  expect(isDataSealed(old.seal('a', ''))).toBe(true);
  const earlier = await seal(text, DataKeys.parse(OLD)[0], { now: () => new Date(0) });
  for (const not of [earlier, text, '', 'NO_REASON']) expect(isDataSealed(not)).toBe(false);
  const { kid } = decodeProtectedHeader(old.seal('a', text));
  expect(kid).toMatch(/^[0-9a-f]{8}$/);
  expect(OLD).not.toContain(kid);
});

test('jose, which shares no line with us, opens it with the derived key', async () => {
  const derived = createHmac('sha256', Buffer.from(OLD, 'hex')).update('seller/1').digest();
  const { plaintext } = await compactDecrypt(old.seal('seller/1', text), derived);
  expect(Buffer.from(plaintext).toString()).toBe(text);
});
