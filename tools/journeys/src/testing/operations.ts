import type { Endpoint } from '@jeongsan/http-contract';
import { API_PREFIX, operationsContract, services } from '@jeongsan/platform-contract';
import type { Page } from 'playwright-core';

/** Operations of one service's own machinery have its name in their path. */
const ANY_SERVICE = '/payout-scheduler';

/** Every operation of the API by its name: its method, and its path at the front door. */
const operations: ReadonlyMap<string, Readonly<{ method: string; path: string }>> = new Map(
  [
    ...Object.values(services).map((contract) => [contract, ''] as const),
    [operationsContract, ANY_SERVICE] as const,
  ].flatMap(([contract, prefix]) =>
    Object.entries<Endpoint>(contract)
      .filter(([, { security }]) => security === 'bearer')
      .map(([name, { method, path }]) => [name, { method, path: `${API_PREFIX}${prefix}${path}` }] as const),
  ),
);

/** A request with the session of the page's window, as the console sends it. Its ids are ids of no record. */
const ASK = `async ([method, path]) => {
  const headers = { 'x-jeongsan-console': '1', 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const send = method === 'GET' || method === 'DELETE' ? { headers } : { headers, body: '{}' };
  const reply = await fetch(path, { method, ...send });
  const text = await reply.text();
  return [reply.status, reply.status < 400 ? '' : JSON.parse(text).code];
}`;

/** Whether the API lets the person of a window use an operation. Throws when it does not answer like an API. */
export async function isAllowed(page: Page, name: string): Promise<boolean> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`There is no operation ${name}`);
  const path = operation.path.replace(/\{\w+\}/g, '0197130a-0000-7000-8000-000000000000');
  const [status, code] = await page.evaluate<[number, string]>(`(${ASK})(${JSON.stringify([operation.method, path])})`);
  if (status === 401 || status === 429 || status >= 500) throw new Error(`${name} was answered ${status} ${code}`);
  return code !== 'FORBIDDEN';
}
