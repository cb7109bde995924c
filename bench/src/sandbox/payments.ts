import { createClient } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { sandboxControlContract } from '@jeongsan/sandbox-control';
import { ask } from '../harness/bench-server.js';

export const AMOUNT = 5_000;

/** One payment that a buyer authenticated, made by the sandbox itself: the pattern of all others. */
export async function patternPayment(baseUrl: string): Promise<string> {
  const control = createClient(sandboxControlContract, baseUrl, httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 }));
  const { paymentKey } = await control.payAsBuyer({
    body: { method: '카드', amount: BigInt(AMOUNT), orderId: 'bench-pattern', orderName: 'pattern' },
  });
  return paymentKey;
}

export const paymentKeyOf = (n: number): string => `bench_payment_${n}`;
export const orderIdOf = (n: number): string => `bench_order_${n}`;

/** Copies of the pattern, ready to be confirmed, numbered from `first`. */
export async function copyPayments(url: string, pattern: string, first: number, count: number): Promise<void> {
  const columns = await ask<{ name: string }>(
    url,
    `select column_name as name from information_schema.columns
     where table_schema = current_schema and table_name = 'payment' and is_identity = 'NO' and is_generated = 'NEVER'
       and column_name not in ('payment_key', 'order_id', 'expires_at')`,
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await ask(
    url,
    `insert into payment (payment_key, order_id, expires_at, ${names})
     select 'bench_payment_' || n, 'bench_order_' || n, now() + interval '1 day', ${names}
     from payment cross join generate_series($2::int, $2::int + $3::int - 1) as n where payment_key = $1`,
    [pattern, first, count],
  );
}
