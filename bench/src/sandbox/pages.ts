import type { App } from '@jeongsan/child-processes';
import type { Bench, Result } from '../harness/measurement.js';
import { median, pairwise } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { type HttpLanes, openLanes } from '../webhooks/http-lanes.js';
import { fillRecords, FIRST_DAY, LAST_DAY, transactionKeyOf } from './records.js';
import { authorization, startSandbox } from './sandbox-process.js';

const PAGE_LINE: Line = { atMost: 1.1 };
const SIZE = { full: 1_000_000, quick: 50_000, page: 5_000, rounds: 15, calls: 4 };

/** A list asked for its first page and for its last: the time of one must not tell how much lies before it. */
export async function pages(bench: Bench): Promise<Result> {
  const rows = bench.options.isQuick ? SIZE.quick : SIZE.full;
  const url = await bench.server.createDatabase('pages');
  const app = await startSandbox(bench, 'pages', url);
  try {
    bench.say(`preparing ${rows.toLocaleString('en')} transactions`);
    await fillRecords(app.url, url, rows);
    return await measure(bench, app, rows);
  } finally {
    await app.stop();
  }
}

async function measure(bench: Bench, app: App, rows: number): Promise<Result> {
  const lanes = await openLanes(Number.parseInt(new URL(app.url).port, 10), 1);
  const period = `startDate=${FIRST_DAY}&endDate=${LAST_DAY}`;
  const lists = {
    transactions: {
      first: `/v1/transactions?${period}&limit=${SIZE.page}`,
      last: `/v1/transactions?${period}&limit=${SIZE.page}&startingAfter=${transactionKeyOf(rows - SIZE.page)}`,
    },
    settlements: {
      first: `/v1/settlements?${period}&size=${SIZE.page}&page=1`,
      last: `/v1/settlements?${period}&size=${SIZE.page}&page=${rows / SIZE.page}`,
    },
  };
  const results = [];
  for (const [name, { first, last }] of Object.entries(lists)) {
    bench.say(`measuring pages of ${name}`);
    const times = await inTurns(lanes, [first, last]);
    const [firstMs = [], lastMs = []] = times;
    results.push({
      finding: finding(`${name}: last page over first`, pairwise(lastMs, firstMs), PAGE_LINE, firstMs),
      note: `${name}: ${median(firstMs).toFixed(1)} ms for the first page, ${median(lastMs).toFixed(1)} ms for the last`,
    });
  }
  lanes.close();
  const of = `Pages of ${SIZE.page.toLocaleString('en')} of ${rows.toLocaleString('en')} rows, one request at a time`;
  return {
    summaries: [],
    findings: results.map((one) => one.finding),
    notes: [of, ...results.map(({ note }) => note)],
    problems: [],
  };
}

/** Milliseconds of each path, round by round, the paths taking turns. */
async function inTurns(lanes: HttpLanes, paths: readonly string[]): Promise<number[][]> {
  const times = paths.map((): number[] => []);
  for (let round = -1; round < SIZE.rounds; round += 1) {
    for (const [index, path] of paths.entries()) {
      const start = performance.now();
      for (let call = 0; call < SIZE.calls; call += 1) await read(lanes, path);
      // The first round only warms up.
      if (round >= 0) times[index]?.push((performance.now() - start) / SIZE.calls);
    }
  }
  return times;
}

async function read(lanes: HttpLanes, path: string): Promise<void> {
  const status = await lanes.send(
    [`GET ${path} HTTP/1.1`, 'host: x', `authorization: ${authorization}`, '', ''].join('\r\n'),
  );
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
}
