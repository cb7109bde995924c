import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { confirmPayment } from '@jeongsan/provider-contract';
import { ask } from '../harness/bench-server.js';
import { AMOUNT, copyPayments, orderIdOf, patternPayment, paymentKeyOf } from './payments.js';
import { authorization } from './sandbox-process.js';

export const PAYMENTS = 20_000;
const ROWS_PER_STATEMENT = 100_000;

export const FIRST_DAY = '2025-01-01';
export const LAST_DAY = '2025-02-28';
export const transactionKeyOf = (n: number): string => `bench_transaction_${String(n).padStart(9, '0')}`;

/**
 * Transactions of days long past, one every few seconds, each with its settlement: copies of one that the sandbox made. Returns the
 * payment that the payments are copies of; they are numbered below `PAYMENTS`.
 */
export async function fillRecords(baseUrl: string, url: string, rows: number, secondsApart = 5): Promise<string> {
  const pattern = await patternPayment(baseUrl);
  await copyPayments(url, pattern, 0, PAYMENTS);
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const { confirm } = createClient({ confirm: confirmPayment }, baseUrl, (request) =>
    send({ ...request, headers: { ...request.headers, authorization } }),
  );
  await confirm({ body: { paymentKey: paymentKeyOf(0), orderId: orderIdOf(0), amount: BigInt(AMOUNT) } });
  const at = `timestamptz '${FIRST_DAY} 00:00+09' + make_interval(secs => n * ${secondsApart})`;
  const date = `((${at}) at time zone 'Asia/Seoul')::date`;
  const key = `'bench_transaction_' || lpad(n::text, 9, '0')`;
  const payment = `'bench_payment_' || (n % ${PAYMENTS})`;
  const own = { transaction_key: key, payment_key: payment };
  const dates = { occurred_on: date, sold_date: date, pending_from: date, paid_out_date: `${date} + 2` };
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, rows);
    await copyRow(url, 'payment_transaction', { ...own, transaction_at: at }, [first, last]);
    await copyRow(url, 'settlement', { ...own, ...dates }, [first, last]);
  }
  await listed(url);
  await ask(url, 'vacuum analyze');
  return pattern;
}

const LISTED_POLL_MS = 200;
const LISTED_SECONDS_MAX = 300;

/** Waits until the sandbox has given every record of an earlier day its place in the lists. */
async function listed(url: string): Promise<void> {
  const until = performance.now() + LISTED_SECONDS_MAX * 1_000;
  for (;;) {
    const left = await ask(
      url,
      `select 1 from settlement where sold_position is null and occurred_on < '${LAST_DAY}' limit 1`,
    );
    if (left.length === 0) return;
    if (performance.now() > until) throw new Error('The records do not get their places');
    await sleep(LISTED_POLL_MS);
  }
}

/** Copies of the row of the confirmed payment, with some columns of their own. */
async function copyRow(
  url: string,
  table: string,
  changed: Readonly<Record<string, string>>,
  [first, last]: readonly [number, number],
): Promise<void> {
  const columns = await ask<{ name: string }>(
    url,
    `select column_name as name from information_schema.columns
     where table_schema = current_schema and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `pattern."${name}"`);
  await ask(
    url,
    `insert into ${table} ("${names.join('", "')}")
     select ${values.join(', ')} from ${table} as pattern cross join generate_series($2::int, $3::int) as n
     where pattern.payment_key = $1 and pattern.transaction_key not like 'bench%' order by n`,
    [paymentKeyOf(0), first, last],
  );
}
