import type { Bench, Result } from '../harness/measurement.js';
import { migrated, withClient } from '../harness/bench-server.js';
import { measureGrowth } from '../harness/growth.js';
import { closedLoop } from '../harness/load.js';
import { authorization } from '../sandbox/sandbox-process.js';
import { openLanes } from '../webhooks/http-lanes.js';
import { requestOf, startGatewayOn, withoutProvider } from './gateway-side.js';
import { fillOrders, type List, lists } from './listed-orders.js';

const SIZES = { full: [10_000, 1_000_000], quick: [1_000, 10_000] };
const ROUNDS = { full: 15, quick: 3 };
const CALLS_PER_ROUND = 20;

/** How the lists of orders and of payments grow with the number of rows: one caller, the whole way from request to answer. */
export async function orderLists(bench: Bench): Promise<Result> {
  const { isQuick } = bench.options;
  const sides: Listed[] = [];
  try {
    const filled = [];
    for (const size of SIZES[isQuick ? 'quick' : 'full']) filled.push({ size, url: await filledWith(bench, size) });
    // Only then connections are opened: a server closes one that is idle for as long as the larger database takes.
    for (const { size, url } of filled) sides.push(await listedOn(bench, size, url));
    const rounds = ROUNDS[isQuick ? 'quick' : 'full'];
    const results = [];
    for (const list of lists) {
      bench.say(`measuring ${list.name}`);
      const sized = sides.map((side) => side.ask(list));
      const unit = `rows: ${list.name}`;
      results.push(await measureGrowth(sized, { rounds, operations: CALLS_PER_ROUND, unit }, bench.options));
    }
    return {
      summaries: [],
      findings: results.flatMap(({ findings }) => findings),
      notes: results.flatMap(({ notes }) => notes),
      problems: results.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}

type Listed = Readonly<{
  ask: (list: List) => Parameters<typeof measureGrowth>[0][number];
  stop: () => Promise<void>;
}>;

async function filledWith(bench: Bench, size: number): Promise<string> {
  bench.say(`preparing ${size.toLocaleString('en')} orders`);
  const url = await bench.server.createDatabase(`lists_${size}`);
  await migrated(url);
  await withClient(url, (client) => fillOrders(client, size));
  return url;
}

async function listedOn(bench: Bench, size: number, url: string): Promise<Listed> {
  const app = await startGatewayOn(bench, `gateway lists ${size}`, url, withoutProvider);
  const lanes = await openLanes(Number.parseInt(new URL(app.url).port, 10), 1);
  const ask = (list: List) => {
    const request = requestOf('GET', list.path(size));
    const send = async (): Promise<void> => {
      const status = await lanes.send(request);
      if (status !== 200) throw new Error(`${list.name} was answered ${status}`);
    };
    return {
      size,
      loadSize: (how: Parameters<typeof closedLoop>[1]) => closedLoop(1, how, send),
      check: () => isEmpty(app.url + list.path(size), `${list.name} of ${size}`),
    };
  };
  return {
    ask,
    stop: async () => {
      lanes.close();
      await app.stop();
    },
  };
}

/** An empty page is quick at any size. */
async function isEmpty(url: string, what: string): Promise<string[]> {
  const { items } = (await (await fetch(url, { headers: { authorization } })).json()) as { items: unknown[] };
  return items.length > 0 ? [] : [`${what} is empty`];
}
