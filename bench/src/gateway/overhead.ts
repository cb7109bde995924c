import pg from 'pg';
import type { Bench, Result } from '../harness/measurement.js';
import { median, pairwise } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { floorTransfer, prepareFloor } from '../floors/xfer.js';
import { type HttpLanes, openLanes } from '../webhooks/http-lanes.js';
import { confirmCall, type Gateway, paymentCall, promotionsCall, startGateway } from './gateway-side.js';

const READ_LINE: Line = { atMost: 1.6 };
const CONFIRM_LINE: Line = { atLeast: 0.6 };
const ROUNDS = { full: 30, quick: 5 };
const READS_PER_ROUND = 50;
const CONFIRMS_PER_ROUND = 8;
/** Calls before the first round: a process answers its first thousands of calls several times slower than all later ones. */
const WARM_READS = { full: 3_000, quick: 20 };
const WARM_CONFIRMS = { full: 300, quick: 4 };

/**
 * What the way over the gateway costs one caller: medians of rounds in which the provider, the gateway and the ledger's floor take
 * turns, so that all of them meet the same machine.
 */
export async function overhead(bench: Bench): Promise<Result> {
  const size = bench.options.isQuick ? 'quick' : 'full';
  const rounds = ROUNDS[size];
  const side = await startGateway(bench, WARM_CONFIRMS[size] + rounds * CONFIRMS_PER_ROUND);
  const floorUrl = await bench.server.createDatabase('gateway_floor');
  await prepareFloor(floorUrl);
  const pool = new pg.Pool({ connectionString: floorUrl, max: 1 });
  try {
    bench.say('measuring calls');
    return resultOf(await times(side, floorTransfer(pool, 'xfer'), size));
  } finally {
    await pool.end();
    await side.stop();
  }
}

/** Milliseconds of one call, round by round. */
type Times = Readonly<
  Record<'direct' | 'passed' | 'leastDirect' | 'leastPassed' | 'confirmed' | 'through' | 'post', number[]>
>;

async function times(
  side: Gateway,
  transfer: (from: number, to: number) => Promise<unknown>,
  size: keyof typeof ROUNDS,
): Promise<Times> {
  const provider = await lanesTo(side.providerUrl);
  const gateway = await lanesTo(side.url);
  const read = paymentCall();
  let [direct, through] = [0, 0];
  const reading = (lanes: HttpLanes, request: string) => (calls: number) => inTurn(calls, () => sent(lanes, request));
  const reads = {
    direct: reading(provider, read),
    passed: reading(gateway, read),
    leastDirect: reading(provider, promotionsCall),
    leastPassed: reading(gateway, promotionsCall),
  };
  const confirms = {
    confirmed: (calls: number) => inTurn(calls, () => sent(provider, confirmCall('direct', direct++))),
    through: (calls: number) => inTurn(calls, () => sent(gateway, confirmCall('through', through++))),
    post: (calls: number) => inTurn(calls, () => transfer(1, 2)),
  };
  for (const call of Object.values(reads)) await call(WARM_READS[size]);
  for (const call of Object.values(confirms)) await call(WARM_CONFIRMS[size]);
  const all: Times = {
    ...{ direct: [], passed: [], leastDirect: [], leastPassed: [] },
    ...{ confirmed: [], through: [], post: [] },
  };
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    for (const [name, call] of entriesOf(reads)) all[name].push(await call(READS_PER_ROUND));
    for (const [name, call] of entriesOf(confirms)) all[name].push(await call(CONFIRMS_PER_ROUND));
  }
  provider.close();
  gateway.close();
  return all;
}

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][];

/** The median of so many calls, one after the other. */
async function inTurn(calls: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now();
    await call();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

const lanesTo = (url: string): Promise<HttpLanes> => openLanes(Number.parseInt(new URL(url).port, 10), 1);

async function sent(lanes: HttpLanes, request: string): Promise<void> {
  const status = await lanes.send(request);
  if (status !== 200) throw new Error(`${request.split('\r\n')[0]} was answered ${status}`);
}

function resultOf({ direct, passed, leastDirect, leastPassed, confirmed, through, post }: Times): Result {
  const parts = confirmed.map((ms, index) => ms + (post[index] ?? Number.NaN));
  const ms = (values: readonly number[]) => `${median(values).toFixed(2)} ms`;
  return {
    summaries: [],
    findings: [
      finding(
        'a passed-through read of a payment over the same at the provider',
        pairwise(passed, direct),
        READ_LINE,
        direct,
      ),
      finding(
        'the read that costs the provider least: promotions',
        pairwise(leastPassed, leastDirect),
        undefined,
        leastDirect,
      ),
      finding(
        'confirm at the provider and a posting, over a confirm at the gateway',
        pairwise(parts, through),
        CONFIRM_LINE,
        parts,
      ),
    ],
    notes: [
      `a payment: ${ms(direct)} at the provider, ${ms(passed)} at the gateway`,
      `promotions: ${ms(leastDirect)} at the provider, ${ms(leastPassed)} at the gateway`,
      `confirm: ${ms(confirmed)} at the provider, ${ms(post)} for the floor of a posting, ${ms(through)} at the gateway`,
    ],
    problems: [],
  };
}
