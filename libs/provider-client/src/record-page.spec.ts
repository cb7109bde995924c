import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpSend } from '@jeongsan/http-contract/node';
import { recordListsContract } from '@jeongsan/provider-contract';
import { createClientFor, eachTransactionPage } from './index.js';

/** Not canonical: spaces, an escaped letter, and a member that is not read, with a byte that UTF-8 does not know. */
const page = Buffer.concat([
  Buffer.from(
    `[ {"transactionKey":"txn\\u002d1", "paymentKey":"p", "orderId":"o", "status":"DONE", "currency":"KRW", "amount":1000,\n`,
  ),
  Buffer.from(`"transactionAt":"2026-11-19T10:00:00+09:00", "method":"카드", "note":"`),
  Buffer.from([0xff]),
  Buffer.from('"} ]\r\n'),
]);

test('a page is kept byte by byte as it arrived', async () => {
  const server = createServer((request, response) =>
    response.setHeader('content-type', 'application/json').end(request.url?.includes('startingAfter') ? '[]' : page),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = createClientFor(recordListsContract, {
    baseUrl,
    secretKey: 'test_sk_pages',
    now: () => new Date(),
    send,
  });
  try {
    const window = { startDate: '2026-11-19T00:00:00', endDate: '2026-11-19T23:59:59' };
    const pages = [];
    for await (const read of eachTransactionPage(api, window, { keepsReply: true })) pages.push(read);
    expect(pages.map(({ items }) => items.map((row) => row.transactionKey))).toEqual([['txn-1'], []]);
    expect(Buffer.from(pages[0]?.page.bytes ?? []).equals(page)).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
