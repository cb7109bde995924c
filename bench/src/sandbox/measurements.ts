import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { rateOfLoadTool } from '../harness/load-tool.js';
import { interleave, ratesOf, type Side, summarize } from '../harness/rounds.js';
import { pairwise } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Line } from '../harness/verdict.js';
import { boot } from './boot.js';
import { command } from './command.js';
import { confirmGrowth } from './confirm-growth.js';
import { confirmSide, LANES } from './confirm-side.js';
import { pages } from './pages.js';

const CONFIRM_LINE: Line = { atLeast: 0.6, aim: 0.8 };
const HEADROOM_LEAST = 3;

const about = {
  floor: 'raw Fastify: JSON.parse, one insert and commit, then 200',
  subject:
    'the provider-sandbox process: authentication, the payment locked and approved, its transaction, settlement and day, the Payment',
};

export const sandboxMeasurements: readonly Measurement[] = [
  {
    name: 'sandbox-confirm',
    title: `confirmed payments, committed before the 200, ${LANES} on their way at any time`,
    run: confirm,
  },
  { name: 'sandbox-confirm-growth', title: 'confirmations beside ten times as many records', run: confirmGrowth },
  { name: 'sandbox-pages', title: 'the first and the last page of a long list', run: pages },
  { name: 'sandbox-boot', title: 'a start on a database that was used before', run: boot },
  { name: 'sandbox-command', title: 'npm run sandbox, the second time', run: command },
];

async function confirm(bench: Bench): Promise<Result> {
  const sides: Side[] = [];
  try {
    for (const kind of ['floor', 'subject'] as const) {
      bench.say(`starting the ${kind}`);
      sides.push(await confirmSide(bench, kind, about[kind]));
    }
    const nullRate = await rateOfLoadTool(await confirmSide(bench, 'null', 'answers 200'), bench.options);
    bench.say('measuring confirmations');
    const all = await interleave(bench.server, sides, bench.options);
    const [floorRates, rates] = all.map(ratesOf);
    if (!floorRates || !rates) throw new Error('Two sides were measured');
    const headroom = nullRate / Math.max(...floorRates, ...rates);
    const line = headroom >= HEADROOM_LEAST ? CONFIRM_LINE : undefined;
    return {
      summaries: all.map(summarize),
      findings: [finding('confirmations/s over the floor', pairwise(rates, floorRates), line, floorRates)],
      notes: [
        `Load tool against a server that does nothing: ${short(nullRate)}/s, ${short(headroom)} times the fastest side.`,
        'No webhook is registered. There is no peer: nobody else serves this with a settlement and a balance behind it.',
      ],
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}
