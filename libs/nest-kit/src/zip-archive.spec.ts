import { unzipSync } from 'fflate';
import { archive, archiveLimits } from './zip-archive.js';

test('an archive holds as many files as its fields can say, and no more', () => {
  const out = archive('2026-05-01');
  for (let i = 0; i < archiveLimits.entries; i += 1) out.part(`${i}.txt`, true)('', true);
  expect(() => out.whole('more.txt', '')).toThrow('holds 65534 entries');
  out.finish();
  expect(Object.keys(unzipSync(Buffer.concat(out.take())))).toHaveLength(archiveLimits.entries);
});

test('an archive ends before its bytes, or those of one file, are more than its fields can say', () => {
  const limits = { ...archiveLimits, bytes: 1_000 };
  const file = archive('2026-05-01', limits).part('zeros.txt');
  file(new Uint8Array(900));
  expect(() => file(new Uint8Array(900))).toThrow('holds 1000 bytes');
  const whole = archive('2026-05-01', limits);
  whole.part('a.txt', true)(new Uint8Array(600), true);
  const next = whole.part('b.txt', true);
  expect(() => next(new Uint8Array(600), true)).toThrow('holds 1000 bytes');
});
