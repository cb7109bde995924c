import pg from 'pg';
import { BULK_FLOOR_TABLES, storePlainly } from '../floors/bulk-orders.js';
import { ask, migrated, withClient } from '../harness/bench-server.js';
import type { Bench, Result } from '../harness/measurement.js';
import { median, pairwise } from '../harness/statistics.js';
import { finding } from '../harness/verdict.js';
import { insertApprovedSellers } from '../plan/approved-sellers.js';
import { authorization } from '../sandbox/sandbox-process.js';
import { startGatewayOn, withoutProvider } from './gateway-side.js';

const ORDERS = { full: 10_000, quick: 500 };
const SELLERS = 100;

/** Ten thousand orders in one request, against a program that only stores their lines. */
export async function bulkOrders(bench: Bench): Promise<Result> {
  const { isQuick, pairs } = bench.options;
  const orders = ORDERS[isQuick ? 'quick' : 'full'];
  const url = await bench.server.createDatabase('bulk');
  await migrated(url);
  await withClient(url, (client) => insertApprovedSellers(client, SELLERS));
  const app = await startGatewayOn(bench, 'gateway bulk', url, withoutProvider);
  const floorUrl = await bench.server.createDatabase('bulk_floor');
  await ask(floorUrl, BULK_FLOOR_TABLES);
  const floor = new pg.Client({ connectionString: floorUrl });
  await floor.connect();
  const [subjectSeconds, floorSeconds]: [number[], number[]] = [[], []];
  try {
    bench.say('measuring bulk registration');
    for (let round = -1; round < pairs; round += 1) {
      const ndjson = orderLines(`${round + 1}`, orders);
      const plain = await seconds(() => storePlainly(floor, ndjson));
      const registered = await seconds(() => register(app.url, ndjson));
      // The first round only warms up.
      if (round < 0) continue;
      floorSeconds.push(plain);
      subjectSeconds.push(registered);
    }
    const [books] = await ask<{ n: number }>(url, 'select count(*)::int as n from gateway.order_line');
    const expected = orders * (pairs + 1);
    const problems = books?.n === expected ? [] : [`${expected} lines were registered and the books have ${books?.n}`];
    const ofFloor = pairwise(floorSeconds, subjectSeconds);
    const rate = (taken: readonly number[]) => Math.round(orders / median(taken)).toLocaleString('en');
    return {
      summaries: [],
      findings: [finding('orders/s over storing their lines unchecked', ofFloor, undefined, floorSeconds)],
      notes: [`${rate(subjectSeconds)} orders/s registered, ${rate(floorSeconds)} orders/s stored by the floor`],
      problems,
    };
  } finally {
    await floor.end();
    await app.stop();
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

function orderLines(round: string, count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    const sellerId = `seller-${String(1 + (n % SELLERS)).padStart(9, '0')}`;
    const line = { lineId: 'L1', sellerId, category: 'c', amount: 5_000, taxFreeAmount: 0, discountAmount: 0 };
    const order = { orderId: `bulk-${round}-${n}`, orderName: 'bench', orderedAt: '2026-05-01T09:00:00+09:00' };
    return JSON.stringify({ ...order, totalAmount: 5_000, lines: [line] });
  });
  return `${lines.join('\n')}\n`;
}

/** Throws unless every order of the request is registered. */
async function register(gatewayUrl: string, ndjson: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' };
  const reply = await fetch(`${gatewayUrl}/orders/bulk`, { method: 'POST', headers, body: ndjson });
  const text = await reply.text();
  if (reply.status !== 200 || text.includes('"refused"'))
    throw new Error(`Bulk: ${reply.status} ${text.slice(0, 300)}`);
}
