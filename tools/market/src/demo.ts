import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MachineProblem, shutdown } from '@jeongsan/child-processes';
import { closeMonth } from './close-month/close-month.js';
import { MarketFilesInvalid } from './market-files/market-files-invalid.js';
import { firstWeek } from './market-files/first-week.js';
import type { Market } from './market-files/market.js';
import { readMarket } from './market-files/read-market.js';
import { repository } from './platform/entry.js';
import { startPlatform, type Platform } from './platform/platform.js';
import { clockStartOf, playMarket, type Played } from './play/play-market.js';
import { showProgress } from './play/progress.js';
import { collectFacts } from './report/collect-facts.js';
import { prove } from './report/prove.js';
import { renderNights } from './report/render-nights.js';
import { renderReport } from './report/render-report.js';
import { reportJson } from './report/report-json.js';
import { areProven, proveLateNights, readSignedNights } from './report/signed-nights.js';
import { summarise } from './report/summary.js';
import { stay } from './stay.js';

const USAGE = `Plays a market's month against the running services and proves every won.

  --market DIR    the market's CSV files          (examples/market)
  --report FILE   where the report goes as JSON   (.local/demo/report.json)
  --week          only the first week of the first sellers: less than a minute
  --stay          leaves everything running afterwards, for looking around; Ctrl-C ends it
  --quiet         only the verdict
  --timings       how long each phase took`;

const OPTIONS = {
  market: { type: 'string', default: join(repository, 'examples', 'market') },
  report: { type: 'string' },
  week: { type: 'boolean', default: false },
  stay: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  timings: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Longer than whatever ended takes to come back, and its jobs to be taken over. */
const QUIET_WITHIN_MS = 180_000;
/** A request that lost its answer is freed after a minute, and may lose the next one, too. */
const PATIENCE_MS = 180_000;

type Arguments = Readonly<{ market: string; report?: string } & Record<Switch, boolean>>;
type Switch = 'week' | 'stay' | 'quiet' | 'timings' | 'help';

/** `npm run demo`. Exit codes: 0 every won is explained, 1 it is not or something broke, 2 the files or the arguments do not fit. */
async function main(): Promise<number> {
  const args = readArguments();
  if (args.help) {
    console.log(USAGE);
    return 0;
  }
  const say = (line: string): void => (args.quiet ? undefined : console.log(line));
  const whole = await readMarket(resolve(args.market));
  const market = args.week ? firstWeek(whole) : whole;
  const { sellers, orders, cancels } = market;
  say(`${args.market}: ${sellers.length} sellers, ${orders.length} orders, ${cancels.length} cancels`);
  const begun = performance.now();
  const platform = await startPlatform({
    name: 'demo',
    orNext: true,
    fresh: true,
    clockStartsAt: clockStartOf(market),
    patienceMs: PATIENCE_MS,
    log: say,
  });
  const startedMs = performance.now() - begun;
  say(`The platform runs at ${platform.door.url}, logs in ${platform.folder}`);
  const played = await play(market, platform, args.quiet);
  const isProven = await report(platform, played, args);
  const isSigned = await nights(platform, say);
  // A week closes no month.
  const isAuditable = args.week || (await closeMonth(platform, played.from.slice(0, 7), say));
  if (args.timings) printTimings(played, startedMs, performance.now() - begun);
  if (args.stay) await stay(platform);
  await platform.stop();
  return isProven && isSigned && isAuditable ? 0 : 1;
}

function readArguments(): Arguments {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new UsageProblem(`${(error as Error).message}\n\n${USAGE}`);
  }
}

class UsageProblem extends Error {}

async function play(market: Market, platform: Platform, isQuiet: boolean): Promise<Played> {
  const quietWithinMs = QUIET_WITHIN_MS;
  if (isQuiet) return playMarket({ market, platform, quietWithinMs });
  const progress = showProgress(process.stdout);
  try {
    return await playMarket({ market, platform, quietWithinMs, onStep: progress.onStep });
  } finally {
    progress.end();
  }
}

/** Tells what came of it, and whether every won is explained. */
async function report(platform: Platform, played: Played, args: Arguments): Promise<boolean> {
  const facts = await collectFacts(platform.clients, played);
  const summary = summarise(facts);
  const proof = prove(facts);
  const file = args.report === undefined ? join(platform.folder, 'report.json') : resolve(args.report);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, reportJson(facts, summary, proof));
  const text = renderReport(facts, summary, proof);
  console.log(args.quiet ? text.split('\n').at(-1) : `\n${text}\n\n${file}`);
  return proof.holds;
}

/** Has nights proven again whose breaks were explained afterwards, and shows the services' own proof of all nights. */
async function nights({ clients: { reconciler } }: Platform, say: (line: string) => void): Promise<boolean> {
  const late = await proveLateNights(reconciler);
  const signed = await readSignedNights(reconciler);
  if (late.length > 0) say(`\nProven again, after their breaks were explained: ${late.join(', ')}`);
  say(renderNights(signed));
  return areProven(signed);
}

function printTimings({ spentMs }: Played, startedMs: number, totalMs: number): void {
  const rows = [['start', startedMs], ...spentMs, ['in all', totalMs]] as const;
  for (const [phase, ms] of rows) console.log(`${phase.padEnd(14)} ${(ms / 1000).toFixed(1).padStart(7)} s`);
}

try {
  process.exitCode = await main();
  await shutdown();
} catch (error) {
  await shutdown();
  const isForPeople = [MarketFilesInvalid, MachineProblem, UsageProblem].some((kind) => error instanceof kind);
  console.error(isForPeople ? (error as Error).message : error);
  process.exitCode = error instanceof MarketFilesInvalid || error instanceof UsageProblem ? 2 : 1;
}
process.exit();
