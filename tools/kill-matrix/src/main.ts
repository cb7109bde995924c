import { parseArgs } from 'node:util';
import { shutdown, withUsage } from '@jeongsan/child-processes';
import { wholeNumber } from '@jeongsan/testing';
import { matrixOf, nameOf, readCase, type Case, type Verdict } from './case.js';
import { Lane } from './lane.js';
import { PaymentLane } from './payments/payment-lane.js';
import { points } from './points.js';
import { failureText, table } from './report.js';

const SEEDS = 3;
/** Cases of payments take all ways of paying at once, so that one seed covers a failpoint. */
const PAYMENT_SEEDS = 1;
/** Three lanes keep two cores busy: with more, each process waits for a core longer than its locks last. */
const LANES = 4;
const PAYMENT_LANES = 1;
const STALL_MS = 3_000;

const USAGE =
  'Usage: npm run kill-matrix [-- --seeds N] [--lanes N] [--all] [--stall-ms N] [--verbose] [--case P11/kill/2]...';

type Chosen = Options & Readonly<{ cases: Case[]; skipped: number }>;

function readOptions(args: string[]): Chosen {
  const { values } = parseArgs({
    args,
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
  const seeds = wholeNumber('--seeds', values.seeds, 1);
  const cases =
    values.case?.map(readCase) ??
    chosen.flatMap((point) =>
      matrixOf([point], seeds ?? (point.service === 'payments-gateway' ? PAYMENT_SEEDS : SEEDS)),
    );
  return {
    cases,
    skipped: values.case ? 0 : chosen.flatMap(({ none = {} }) => Object.keys(none)).length,
    lanes: wholeNumber('--lanes', values.lanes, 1) ?? LANES,
    stallMs: wholeNumber('--stall-ms', values['stall-ms'], 1) ?? STALL_MS,
    isVerbose: values.verbose,
  };
}

/**
 * `npm run kill-matrix`: strikes the services at every failpoint with every action. The provider's own records decide whether everyone
 * was paid once. Exits with 1 when a case failed.
 */
async function main(): Promise<number> {
  const { cases, skipped, ...options } = withUsage(USAGE, readOptions);
  const startedAt = performance.now();
  const verdicts = await playAll(cases, options);
  const failed = verdicts.filter(({ violations }) => violations.length > 0);
  console.log(table(verdicts));
  console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s for ${cases.length} cases`);
  console.log(`${verdicts.length - failed.length} passed, ${failed.length} failed, ${skipped} skipped`);
  return failed.length === 0 && verdicts.length === cases.length ? 0 : 1;
}

type Options = Readonly<{ lanes: number; stallMs: number; isVerbose: boolean }>;
/** The cases of lanes of one kind. */
type Queue = Readonly<{ cases: Case[]; lanes: number; open: (name: string) => Promise<Pick<Lane, 'play' | 'close'>> }>;

/** A lane takes the next case of its queue when its last one is over. */
async function playAll(cases: readonly Case[], options: Options): Promise<Verdict[]> {
  const { lanes, stallMs } = options;
  const isOfWebhooks = ({ point }: Case) => point.id.startsWith('W');
  const isOfPayments = ({ point }: Case) => point.service === 'payments-gateway';
  const queues: Queue[] = [
    { cases: cases.filter(isOfWebhooks), lanes: 1, open: (name) => Lane.open(name, true, stallMs) },
    { cases: cases.filter(isOfPayments), lanes: PAYMENT_LANES, open: (name) => PaymentLane.open(name, stallMs) },
    {
      cases: cases.filter((one) => !isOfWebhooks(one) && !isOfPayments(one)),
      lanes: Math.max(1, lanes - 1),
      open: (name) => Lane.open(name, false, stallMs),
    },
  ];
  const playing = queues.flatMap((queue) =>
    Array.from({ length: Math.min(queue.lanes, queue.cases.length) }, () => queue),
  );
  const verdicts = await Promise.all(playing.map((queue, index) => playLane(`lane-${index + 1}`, queue, options)));
  return verdicts.flat();
}

async function playLane(name: string, { cases: queue, open }: Queue, { isVerbose }: Options): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let lane: Pick<Lane, 'play' | 'close'> | undefined;
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    lane ??= await open(name);
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
