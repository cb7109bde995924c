import { resolve } from 'node:path';
import { originSettings } from '@jeongsan/platform-contract';
import { migrated, withClient } from '../harness/bench-server.js';
import type { Bench, Result } from '../harness/measurement.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { differences, median } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { requestOf, startGatewayOn, withoutProvider } from '../gateway/gateway-side.js';
import { insertApprovedSellers } from '../plan/approved-sellers.js';
import { authorization } from '../sandbox/sandbox-process.js';
import { type HttpLanes, openLanes } from '../webhooks/http-lanes.js';

const OVERHEAD_LINE: Line = { atMost: 0.6 };
const ROUNDS = { full: 40, quick: 4 };
const READS_PER_ROUND = 100;
const WARM_READS = { full: 3_000, quick: 20 };
const MANY = { full: { reads: 10_000, clients: 50 }, quick: { reads: 500, clients: 10 } };
const ORDER = 'door-order';
const entry = resolve(import.meta.dirname, '../../../apps/front-door/dist/bundle/main.js');

/**
 * What the door costs one caller: a read of an order at the gateway and through the door, in rounds that take turns. Then many reads
 * by many clients at once through the door, of which none may fail.
 */
export async function doorOverhead(bench: Bench): Promise<Result> {
  const size = bench.options.isQuick ? 'quick' : 'full';
  const url = await bench.server.createDatabase('door');
  await migrated(url);
  await withClient(url, (client) => insertApprovedSellers(client, 1));
  const gateway = await startGatewayOn(bench, 'door-gateway', url, withoutProvider);
  await register(gateway.url);
  const door = await startProgram(bench, 'front-door', entry, {
    ...onThisMachine,
    LOG_LEVEL: 'warn',
    ...originSettings(() => gateway.url),
    API_REQUESTS_PER_MINUTE: '1000000',
  });
  try {
    const times = await timesOf({ service: gateway.url, door: door.url }, size);
    const many = await atOnce(door.url, MANY[size]);
    return resultOf(times, many, MANY[size]);
  } finally {
    await door.stop();
    await gateway.stop();
  }
}

async function register(url: string): Promise<void> {
  const line = {
    lineId: 'L1',
    sellerId: 'seller-000000001',
    category: 'c',
    amount: 5_000,
    taxFreeAmount: 0,
    discountAmount: 0,
  };
  const body = { orderId: ORDER, orderName: 'bench', orderedAt: new Date(), totalAmount: 5_000, lines: [line] };
  const headers = { authorization, 'content-type': 'application/json' };
  const reply = await fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (reply.status !== 201) throw new Error(`An order was answered ${reply.status}: ${await reply.text()}`);
}

const reads = {
  service: requestOf('GET', `/orders/${ORDER}`),
  door: requestOf('GET', `/api/v1/orders/${ORDER}`),
} as const;
type Way = keyof typeof reads;
/** Milliseconds of one read, round by round. */
type Times = Readonly<Record<Way, number[]>>;

const portOf = (url: string): number => Number.parseInt(new URL(url).port, 10);

async function timesOf(urls: Readonly<Record<Way, string>>, size: keyof typeof ROUNDS): Promise<Times> {
  const lanes = { service: await openLanes(portOf(urls.service), 1), door: await openLanes(portOf(urls.door), 1) };
  const times: Times = { service: [], door: [] };
  const read = (way: Way, calls: number) => medianOf(calls, lanes[way], reads[way]);
  for (const way of ['service', 'door'] as const) await read(way, WARM_READS[size]);
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    for (const way of ['service', 'door'] as const) times[way].push(await read(way, READS_PER_ROUND));
  }
  lanes.service.close();
  lanes.door.close();
  return times;
}

async function medianOf(calls: number, lanes: HttpLanes, request: string): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now();
    const status = await lanes.send(request);
    if (status !== 200) throw new Error(`${request.split('\r\n')[0]} was answered ${status}`);
    taken.push(performance.now() - start);
  }
  return median(taken);
}

type Many = Readonly<{ reads: number; clients: number }>;
type Outcome = Readonly<{ seconds: number; failed: number }>;

async function atOnce(url: string, { reads: count, clients }: Many): Promise<Outcome> {
  const lanes = await openLanes(portOf(url), clients);
  const start = performance.now();
  let [next, failed] = [0, 0];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        next += 1;
        const status = await lanes.send(reads.door).catch(() => 0);
        if (status !== 200) failed += 1;
      }
    }),
  );
  lanes.close();
  return { seconds: (performance.now() - start) / 1_000, failed };
}

function resultOf({ service, door }: Times, { seconds, failed }: Outcome, { reads: count, clients }: Many): Result {
  return {
    summaries: [],
    findings: [
      finding('milliseconds that the door adds to a read (p50)', differences(door, service), OVERHEAD_LINE, service),
    ],
    notes: [
      `an order: ${median(service).toFixed(2)} ms at the gateway, ${median(door).toFixed(2)} ms through the door`,
      `${count} reads by ${clients} clients through the door: ${seconds.toFixed(1)} s`,
    ],
    problems: failed === 0 ? [] : [`${failed} of ${count} reads by ${clients} clients failed`],
  };
}
