import fc from 'fast-check';
import { HttpMessages, statusOf } from './http-messages.js';

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} X\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const cut = (stream: Buffer, at: readonly number[]): number[] => {
  const statuses: number[] = [];
  const messages = new HttpMessages();
  const places = [0, ...[...at].sort((a, b) => a - b), stream.length];
  places
    .slice(1)
    .forEach((end, i) => messages.take(stream.subarray(places[i], end), (head) => statuses.push(statusOf(head))));
  return statuses;
};

test('however a stream is cut, the same answers come out of it', () => {
  const stream = Buffer.from(answer(200, '{"received":true}') + answer(503, '') + answer(204, '받았습니다\r\n\r\n'));
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (at) => {
      expect(cut(stream, at)).toEqual([200, 503, 204]);
    }),
  );
});

test('half an answer is no answer yet', () => {
  const stream = Buffer.from(answer(200, 'received'));
  expect(cut(stream.subarray(0, stream.length - 1), [])).toEqual([]);
});

test('an answer that does not say its length is refused', () => {
  const stream = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  expect(() => cut(stream, [])).toThrow('without a length');
});
