import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpSend } from '@jeongsan/http-contract/node';
import { CallError, eachTransactionRecordPage, recordLists, type RowReader, UnusableRow } from './index.js';
import type { ListedTransaction } from '@jeongsan/provider-contract';

/** Not canonical: spaces, an escaped letter, and a member that is not read, with a byte that UTF-8 does not know. */
const page = Buffer.concat([
  Buffer.from(
    `[ {"transactionKey":"txn\\u002d1", "paymentKey":"p", "orderId":"o", "status":"DONE", "currency":"KRW", "amount":1000,\n`,
  ),
  Buffer.from(`"transactionAt":"2026-11-19T10:00:00+09:00", "method":"카드", "note":"`),
  Buffer.from([0xff]),
  Buffer.from('"} ]\r\n'),
]);

const window = { startDate: '2026-11-19T00:00:00', endDate: '2026-11-19T23:59:59' };

test('a page is kept byte by byte as it arrived', async () => {
  const server = createServer((request, response) =>
    response.setHeader('content-type', 'application/json').end(request.url?.includes('startingAfter') ? '[]' : page),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = recordLists({ baseUrl, secretKey: 'test_sk_pages', now: () => new Date(), send });
  try {
    const pages = [];
    for await (const read of eachTransactionRecordPage(api, window, (row) => row)) pages.push(read);
    expect(pages.map(({ items }) => items.map((row) => row.transactionKey))).toEqual([['txn-1'], []]);
    expect(Buffer.from(pages[0]?.page.bytes ?? []).equals(page)).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** The transactions of one page, each with a change; a text takes the place of a row. */
const pageOf = (...changes: (object | string)[]): string =>
  `[${changes
    .map((change, at) =>
      typeof change === 'string'
        ? change
        : JSON.stringify({
            ...{ transactionKey: `txn${at}`, paymentKey: 'p', orderId: 'o', status: 'DONE', currency: 'KRW' },
            ...{ transactionAt: '2026-11-19T10:00:00+09:00', method: '카드', amount: 1_000 * (at + 1), ...change },
          }),
    )
    .join(', ')}]`;

function readBy<T extends object>(body: string, read: RowReader<ListedTransaction, T>) {
  const headers = { 'content-type': 'application/json' };
  const send = async () => ({ status: 200, headers, body });
  const api = recordLists({ baseUrl: 'http://provider', secretKey: 'test_sk_pages', now: () => new Date(), send });
  return api.listTransactions({ query: window }, read);
}

/** Reads a page as the reader of days does: what has an odd amount cannot be used. */
const readOf = (body: string) =>
  readBy(body, ({ transactionKey, amount }) =>
    amount === 1n ? new UnusableRow('is odd') : { transactionKey, amount },
  );

test('rows that cannot be read or used are named by their places, and cost no other row', async () => {
  const page = await readOf(pageOf({}, { currency: 7 }, { amount: 1 }, '7', { amount: 2 ** 40 }, { status: 'NEW' }));
  expect(page.items).toEqual([
    { transactionKey: 'txn0', amount: 1_000n },
    { transactionKey: 'txn4', amount: 2n ** 40n },
    { transactionKey: 'txn5', amount: 6_000n },
  ]);
  expect(page.unread).toEqual([
    { position: 1, transactionKey: 'txn1', problem: expect.stringMatching(/^currency: /) as string },
    { position: 2, transactionKey: 'txn2', problem: 'is odd' },
    { position: 3, transactionKey: null, problem: expect.stringMatching(/^: /) as string },
  ]);
  expect(page).toMatchObject({ rows: 6, hasMore: true, nextCursor: 'txn5' });
});

test('what a reader returns or throws is its own, whatever it looks like', async () => {
  const kept = await readBy(pageOf({}), () => ({ problem: 'of the caller' }));
  expect(kept).toMatchObject({ items: [{ problem: 'of the caller' }], unread: [] });
  const failed = readBy(pageOf({}), () => JSON.parse('{') as object);
  await expect(failed).rejects.toThrow(SyntaxError);
});

test('amounts of a currency with decimals are read in its minor units', async () => {
  expect((await readOf(pageOf({ currency: 'USD', amount: 12.34 }))).items).toEqual([
    { transactionKey: 'txn0', amount: 1_234n },
  ]);
});

// prettier-ignore
test.each([
  ['nothing',               ''],
  ['an object',             '{"transactionKey":"txn0"}'],
  ['a page that broke off', pageOf({}, {}).slice(0, -9)],
])('%s is no page: the call fails, with nothing of the body in its error', async (_, body) => {
  const failed = await readOf(body).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CallError);
  expect(failed).toMatchObject({ outcome: 'unknown', status: 200, code: 'CONTRACT_DRIFT' });
  expect((failed as Error).cause).toBeUndefined();
});
