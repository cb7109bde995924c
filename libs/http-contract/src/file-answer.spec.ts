import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { httpSend } from './http-send.js';
import { createClient, endpoint, FileAnswer, fetchSend, savedAs, type Send } from './index.js';

const read = endpoint({
  method: 'GET',
  path: '/document',
  summary: 'Read a document.',
  security: 'none',
  query: z.object({ format: z.enum(['csv', 'pdf']) }),
  success: { status: 200, body: FileAnswer },
  answerTypes: ['text/csv; charset=utf-8', 'application/pdf'],
  errors: ['GONE'],
});
/** All bytes, so that text would not survive, and a byte order mark in front. */
const BYTES = Buffer.from([0xef, 0xbb, 0xbf, ...Array.from({ length: 256 }, (_, byte) => byte)]);
const PDF = 'application/pdf';

let server: http.Server;
let answer: { status: number; headers: Record<string, string>; body: Buffer };
let accepted: string | undefined;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    accepted = request.headers.accept;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sends = {
  fetchSend: fetchSend({ fetch, maxReplyBytes: 1_000 }),
  httpSend: httpSend({ maxSockets: 1, maxReplyBytes: 1_000 }),
};
const document = (send: Send) =>
  createClient({ read }, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, send).read({
    query: { format: 'pdf' },
  });
const replied = (status: number, disposition: string, type = PDF, body = BYTES) => {
  answer = { status, headers: { 'content-type': type, 'content-disposition': disposition }, body };
};

describe.each(Object.entries(sends))('over %s', (_, send) => {
  test('a file arrives byte by byte, with the names that the server gave, as often as it is read', async () => {
    const names = { fileName: 'statement-2026-05.pdf', localName: '명세서 2026-05.pdf' };
    replied(200, savedAs(names));
    const { bytes, ...head } = await document(send);
    expect(head).toEqual({ contentType: PDF, ...names });
    for (let reading = 1; reading <= 2; reading += 1) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(BYTES)).toBe(true);
    }
    expect(accepted).toBe('text/csv; charset=utf-8, application/pdf, application/json');
  });

  test('a refusal is read as text', async () => {
    replied(410, '', 'application/problem+json', Buffer.from('{"code":"GONE"}'));
    await expect(document(send)).rejects.toMatchObject({ outcome: 'rejected', code: 'GONE' });
  });

  // prettier-ignore
  test.each([
    ['a page of a proxy', 'text/html',        BYTES,               'CONTRACT_DRIFT'],
    ['JSON',              'application/json', Buffer.from('{}'),   'CONTRACT_DRIFT'],
    ['too large a file',  PDF,                Buffer.alloc(1_001), 'NO_REPLY'],
  ])('%s is no file', async (_name, type, body, code) => {
    replied(200, '', type, body);
    await expect(document(send)).rejects.toMatchObject({ outcome: 'unknown', code });
  });
});

// prettier-ignore
test.each([
  ['a path',              `attachment; filename="../../.bashrc"`,                                  { fileName: 'download' }],
  ['a hidden file',       `attachment; filename=".bashrc"; filename*=UTF-8''.bashrc`,             { fileName: 'download' }],
  ['an encoded path',     `attachment; filename="a.pdf"; filename*=UTF-8''..%2F..%2Fa.pdf`,        { fileName: 'a.pdf' }],
  ['a Windows path',      `attachment; filename="a.pdf"; filename*=UTF-8''C%3A%5Ca.pdf`,           { fileName: 'a.pdf' }],
  ['a control character', `attachment; filename="a.pdf"; filename*=UTF-8''a%00.pdf`,               { fileName: 'a.pdf' }],
  ['no encoding',         `attachment; filename="a.pdf"; filename*=UTF-8''%E0%A4%A`,               { fileName: 'a.pdf' }],
  ['no name',             '',                                                                      { fileName: 'download' }],
])('%s is no name for a file', async (_, disposition, names) => {
  replied(200, disposition);
  const { bytes: _bytes, contentType: _type, ...given } = await document(sends.fetchSend);
  expect(given).toEqual(names);
});
