import { parseArgs } from 'node:util';
import { shutdown } from '@jeongsan/child-processes';
import { wholeNumber } from '@jeongsan/testing';
import { matrixOf, nameOf, readCase, type Case, type Verdict } from './case.js';
import { Lane } from './lane.js';
import { points } from './points.js';
import { failureText, table } from './report.js';

const SEEDS = 3;
const LANES = 5;
const STALL_MS = 3_000;

/**
 * `npm run kill-matrix [-- --seeds N] [--lanes N] [--all] [--stall-ms N] [--verbose] [--case P11/kill/2]...`: strikes the
 * services at every failpoint with every action. The provider's own records decide whether everyone was paid once. Exits with 1
 * when a case failed.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      case: { type: 'string', multiple: true },
      seeds: { type: 'string' },
      lanes: { type: 'string' },
      // On a busy machine, another process needs longer to take over the work of a stalled one.
      'stall-ms': { type: 'string' },
      all: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const chosen = points.filter(({ isExtra = false }) => values.all || !isExtra);
  const cases = values.case?.map(readCase) ?? matrixOf(chosen, wholeNumber('--seeds', values.seeds, 1) ?? SEEDS);
  const startedAt = performance.now();
  const verdicts = await playAll(cases, {
    lanes: wholeNumber('--lanes', values.lanes, 1) ?? LANES,
    stallMs: wholeNumber('--stall-ms', values['stall-ms'], 1) ?? STALL_MS,
    isVerbose: values.verbose,
  });
  const failed = verdicts.filter(({ violations }) => violations.length > 0);
  const skipped = values.case ? 0 : chosen.flatMap(({ none = {} }) => Object.keys(none)).length;
  console.log(table(verdicts));
  console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s for ${cases.length} cases`);
  console.log(`${verdicts.length - failed.length} passed, ${failed.length} failed, ${skipped} skipped`);
  return failed.length === 0 && verdicts.length === cases.length ? 0 : 1;
}

type Options = Readonly<{ lanes: number; stallMs: number; isVerbose: boolean }>;
type Queue = Readonly<{ cases: Case[]; withWebhooks: boolean }>;

/** A lane takes the next case when its last one is over. One lane in five has webhooks, and gets the cases that need them. */
async function playAll(cases: readonly Case[], options: Options): Promise<Verdict[]> {
  const ofWebhooks = { cases: cases.filter(({ point }) => point.id.startsWith('W')), withWebhooks: true };
  const others = { cases: cases.filter(({ point }) => !point.id.startsWith('W')), withWebhooks: false };
  // All lanes take cases from one queue.
  const lanes = Math.min(Math.max(1, options.lanes - 1), others.cases.length);
  const queues: Queue[] = [
    ...(ofWebhooks.cases.length > 0 ? [ofWebhooks] : []),
    ...Array.from({ length: lanes }, () => others),
  ];
  const verdicts = await Promise.all(queues.map((queue, index) => playLane(`lane-${index + 1}`, queue, options)));
  return verdicts.flat();
}

async function playLane(
  name: string,
  { cases: queue, withWebhooks }: Queue,
  { isVerbose, stallMs }: Options,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let lane: Lane | undefined;
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    lane ??= await Lane.open(name, withWebhooks, stallMs);
    const verdict = await lane.play(one);
    verdicts.push(verdict);
    if (isVerbose) console.log(`${nameOf(one)} ${verdict.ms.toFixed(0)} ms`);
    if (verdict.violations.length === 0) continue;
    console.log(failureText(verdict));
    // A failed lane is discarded, so that its fault does not show again in later cases.
    await lane.close();
    lane = undefined;
  }
  await lane?.close();
  return verdicts;
}

const code = await main();
await shutdown();
process.exit(code);
