import pg from 'pg';
import type { Bench, Result } from '../harness/measurement.js';
import { median, pairwise } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { floorTransfer, prepareFloor } from '../floors/xfer.js';
import { type HttpLanes, openLanes } from '../webhooks/http-lanes.js';
import { confirmCall, type Gateway, readCall, startGateway } from './gateway-side.js';

const READ_LINE: Line = { atMost: 1.6 };
const CONFIRM_LINE: Line = { atLeast: 0.6 };
const ROUNDS = { full: 30, quick: 5 };
const READS_PER_ROUND = 20;
const CONFIRMS_PER_ROUND = 4;

/**
 * What the way over the gateway costs one caller: medians of rounds in which the provider, the gateway and the ledger's floor take
 * turns, so that all of them meet the same machine.
 */
export async function overhead(bench: Bench): Promise<Result> {
  const rounds = bench.options.isQuick ? ROUNDS.quick : ROUNDS.full;
  const side = await startGateway(bench, (rounds + 1) * CONFIRMS_PER_ROUND);
  const floorUrl = await bench.server.createDatabase('gateway_floor');
  await prepareFloor(floorUrl);
  const pool = new pg.Pool({ connectionString: floorUrl, max: 1 });
  try {
    bench.say('measuring calls');
    return resultOf(await times(side, floorTransfer(pool, 'xfer'), rounds));
  } finally {
    await pool.end();
    await side.stop();
  }
}

/** Milliseconds of one call, round by round. */
type Times = Readonly<Record<'direct' | 'passed' | 'confirmed' | 'through' | 'post', number[]>>;

async function times(
  side: Gateway,
  transfer: (from: number, to: number) => Promise<unknown>,
  rounds: number,
): Promise<Times> {
  const provider = await lanesTo(side.providerUrl);
  const gateway = await lanesTo(side.url);
  let [direct, through] = [0, 0];
  const measured = {
    direct: () => inTurn(READS_PER_ROUND, () => sent(provider, readCall)),
    passed: () => inTurn(READS_PER_ROUND, () => sent(gateway, readCall)),
    confirmed: () => inTurn(CONFIRMS_PER_ROUND, () => sent(provider, confirmCall('direct', direct++))),
    through: () => inTurn(CONFIRMS_PER_ROUND, () => sent(gateway, confirmCall('through', through++))),
    post: () => inTurn(CONFIRMS_PER_ROUND, () => transfer(1, 2)),
  } satisfies Record<keyof Times, () => Promise<number>>;
  const all: Times = { direct: [], passed: [], confirmed: [], through: [], post: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(measured) as [keyof Times, () => Promise<number>][]) {
      const ms = await measure();
      // The first round only warms up.
      if (round >= 0) all[name].push(ms);
    }
  }
  provider.close();
  gateway.close();
  return all;
}

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

function resultOf({ direct, passed, confirmed, through, post }: Times): Result {
  const parts = confirmed.map((ms, index) => ms + (post[index] ?? Number.NaN));
  const ms = (values: readonly number[]) => `${median(values).toFixed(2)} ms`;
  return {
    summaries: [],
    findings: [
      finding('a passed-through read over the same read at the provider', pairwise(passed, direct), READ_LINE, direct),
      finding(
        'confirm at the provider and a posting, over a confirm at the gateway',
        pairwise(parts, through),
        CONFIRM_LINE,
        parts,
      ),
    ],
    notes: [
      `read: ${ms(direct)} at the provider, ${ms(passed)} at the gateway`,
      `confirm: ${ms(confirmed)} at the provider, ${ms(post)} for the floor of a posting, ${ms(through)} at the gateway`,
    ],
    problems: [],
  };
}
