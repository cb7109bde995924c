import { httpSend } from '@jeongsan/http-contract/node';
import { listSettlements, listTransactions } from '@jeongsan/provider-contract';
import { FIRST_DAY } from '../sandbox/records.js';
import { authorization } from '../sandbox/sandbox-process.js';

export const PAGE = 5_000;
const TIMEOUT_MS = 90_000;
const REPLY_BYTES_MAX = 64 * 1_024 * 1_024;

const send = httpSend({ maxSockets: 1, maxReplyBytes: REPLY_BYTES_MAX });

async function read(url: string, endpoint: typeof listTransactions | typeof listSettlements): Promise<string> {
  const reply = await send({ endpoint, method: 'GET', url, headers: { authorization }, timeoutMs: TIMEOUT_MS });
  if (reply.status !== 200) throw new Error(`${url} was answered ${reply.status}`);
  return reply.body;
}

/** The key of the last row, found without reading the rows. */
const lastKey = (page: string): string =>
  /^"([^"]+)"/.exec(page.slice(page.lastIndexOf('"transactionKey":') + '"transactionKey":'.length))?.[1] ?? '';

/** The pages of a day's transactions, as text. */
export async function* transactionPages(baseUrl: string): AsyncGenerator<string> {
  const window = `startDate=${FIRST_DAY}T00:00:00&endDate=${FIRST_DAY}T23:59:59&limit=${PAGE}`;
  for (let after = ''; ;) {
    const page = await read(
      `${baseUrl}/v1/transactions?${window}${after && `&startingAfter=${after}`}`,
      listTransactions,
    );
    yield page;
    if (page === '[]') return;
    after = lastKey(page);
  }
}

/** The pages of a day's settlements, as text. */
export async function* settlementPages(baseUrl: string): AsyncGenerator<string> {
  const window = `startDate=${FIRST_DAY}&endDate=${FIRST_DAY}&dateType=soldDate&size=${PAGE}`;
  for (let number = 1; ; number += 1) {
    const page = await read(`${baseUrl}/v1/settlements?${window}&page=${number}`, listSettlements);
    yield page;
    if (page === '[]') return;
  }
}

/** Seconds that the provider takes for all pages of a day when nothing is done with them. */
export async function readPlainly(baseUrl: string): Promise<{ seconds: number; pages: number; bytes: number }> {
  const begun = performance.now();
  let [pages, bytes] = [0, 0];
  for (const listing of [transactionPages(baseUrl), settlementPages(baseUrl)]) {
    for await (const page of listing) {
      pages += 1;
      bytes += page.length;
    }
  }
  return { seconds: (performance.now() - begun) / 1_000, pages, bytes };
}
