import { CommitCutter } from './commit-cutter.js';
import { SendLog } from './send-log.js';

const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');
const ANSWER = Buffer.from('C');

test('a COMMIT is cut before it arrives or after it was answered, as ordered and once', () => {
  const cutter = new CommitCutter();
  cutter.order(['request', 'answer']);
  const fates = Array.from({ length: 3 }, () => {
    const tap = cutter.tap();
    return [tap.fromClient(COMMIT), tap.fromServer(ANSWER)];
  });
  expect(fates).toEqual([
    ['cut', 'pass'],
    ['pass', 'cut'],
    ['pass', 'pass'],
  ]);
  expect(cutter.struck).toEqual({ answer: 1, request: 1 });
});

test('the bytes of a batch are noted under its batch', () => {
  const log = new SendLog();
  const id = '00000000-0000-4000-8000-000000000001';
  for (const method of ['POST', 'GET']) {
    const request = `${method} /v2/payouts HTTP/1.1\r\nIdempotency-Key: ${id}\r\n\r\n`;
    expect(log.tap().fromClient(Buffer.from(request))).toBe('pass');
  }
  expect(log.sent.map(({ batchId }) => batchId)).toEqual([id]);
});
