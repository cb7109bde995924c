import { parseArgs } from 'node:util';
import { withUsage } from '@jeongsan/child-processes';
import { wholeNumber } from '@jeongsan/testing';
import pLimit from 'p-limit';
import type { Fault } from './fault.js';
import { faults } from './faults.js';
import { alone, repositoryRoot, runPlanted, runSound, type Outcome, type Suite } from './run-suite.js';
import { staleness } from './stale.js';

const LANES = 2;
/** Faults that one process plants one after the other. */
const FAULTS_PER_PROCESS = 12;
const root = repositoryRoot();

const USAGE = 'Usage: npm run faults [-- --only ID]... [--lanes N]';

function readOptions(args: string[]): Readonly<{ chosen: readonly Fault[]; lanes: number }> {
  const options = { only: { type: 'string', multiple: true }, lanes: { type: 'string' } } as const;
  const { only, lanes } = parseArgs({ args, options }).values;
  const chosen = faults.filter(({ id }) => only === undefined || only.some((part) => id.includes(part)));
  if (chosen.length === 0) throw new RangeError(`There is no fault ${only?.join(', ')}`);
  return { chosen, lanes: wholeNumber('--lanes', lanes, 1) ?? LANES };
}

/**
 * `npm run faults`: plants each known fault alone and runs the tests that must catch it. Exits with 1 when one is not caught, hangs its
 * suite or no longer fits the code, or when a suite fails without any fault.
 */
async function main(): Promise<number> {
  const { chosen, ...options } = withUsage(USAGE, readOptions);
  const startedAt = performance.now();
  const lanes = pLimit(options.lanes);
  const suites = new Map<string, boolean>();
  const caught = (await lanes.map(parcelsOf(chosen), (parcel) => play(parcel, suites))).flat();
  const verdicts = [...caught, ...suites.values()];
  const passed = verdicts.filter(Boolean).length;
  console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s for ${chosen.length} faults`);
  console.log(`${passed} passed, ${verdicts.length - passed} failed, ${faults.length - chosen.length} skipped`);
  return passed === verdicts.length ? 0 : 1;
}

/** Faults of one spec together, since they load the same. */
function parcelsOf(chosen: readonly Fault[]): Fault[][] {
  const sorted = chosen.toSorted((one, other) => (one.spec < other.spec ? -1 : 1));
  const count = Math.ceil(sorted.length / FAULTS_PER_PROCESS);
  return Array.from({ length: count }, (_, at) => sorted.slice(at * FAULTS_PER_PROCESS, (at + 1) * FAULTS_PER_PROCESS));
}

/**
 * Plants faults one after the other in one process, and then runs their suites there without any: a suite that fails by itself
 * catches nothing, nor does one that fails from what an earlier fault left behind. Whatever is in doubt is run again in a process
 * of its own.
 */
async function play(all: readonly Fault[], verdictsOfSuites: Map<string, boolean>): Promise<boolean[]> {
  const parcel = all.filter(fits);
  const suites = [...new Map(parcel.map((fault) => [nameOf(fault), fault])).values()];
  const [outcomes, sounds] = await alone(root, async (runner) => {
    const planted: Outcome[] = [];
    for (const fault of parcel) planted.push(await runPlanted(runner, root, fault));
    return [planted, await runSound(runner, root, suites)] as const;
  });
  const isClean = sounds.every(isSound);
  for (const suite of suites) verdictsOfSuites.set(nameOf(suite), isClean || (await isSoundAlone(suite)));
  const verdicts = all.filter((fault) => !parcel.includes(fault)).map(() => false);
  for (const [index, fault] of parcel.entries()) {
    const outcome = outcomes[index];
    const isCertain = isClean && outcome?.kind === 'ran' && outcome.failed.length > 0;
    verdicts.push(judge(fault, isCertain ? outcome : await alone(root, (runner) => runPlanted(runner, root, fault))));
  }
  return verdicts;
}

const nameOf = ({ spec, test }: Suite): string => `${spec} "${test}"`;

const isSound = (outcome: Outcome): boolean =>
  outcome.kind === 'ran' && outcome.failed.length === 0 && outcome.passed > 0;

async function isSoundAlone(suite: Suite): Promise<boolean> {
  const [outcome] = await alone(root, (runner) => runSound(runner, root, [suite]));
  if (outcome !== undefined && isSound(outcome)) return true;
  console.log(`UNSOUND    ${nameOf(suite)}: ${outcome ? textOf(outcome) : 'was not run'}`);
  return false;
}

/** Whether a fault can still be planted; tells of one that cannot. */
function fits(fault: Fault): boolean {
  const stale = staleness(root, fault);
  return stale === undefined || report('STALE', fault, stale);
}

function judge(fault: Fault, outcome: Outcome): boolean {
  if (outcome.kind === 'hung') return report('HUNG', fault, textOf(outcome));
  if (outcome.kind === 'broken') return report('BROKEN', fault, textOf(outcome));
  const [first] = outcome.failed;
  return first === undefined ? report('NOT CAUGHT', fault, fault.harm) : report('caught', fault, first);
}

function report(verdict: string, { id, spec }: Fault, detail: string): boolean {
  const isCaught = verdict === 'caught';
  console.log(`${verdict.padEnd(10)} ${id}: ${isCaught ? detail : `${spec}: ${detail}`}`);
  return isCaught;
}

function textOf(outcome: Outcome): string {
  if (outcome.kind === 'hung') return 'was not over in time';
  if (outcome.kind === 'broken') return `did not run\n${outcome.output}`;
  return outcome.failed.length > 0 ? `failed: ${outcome.failed.join('; ')}` : `${outcome.passed} tests passed`;
}

process.exitCode = await main();
