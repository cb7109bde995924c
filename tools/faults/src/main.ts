import { parseArgs } from 'node:util';
import { wholeNumber } from '@jeongsan/testing';
import pLimit from 'p-limit';
import type { Fault } from './fault.js';
import { faults } from './faults.js';
import { repositoryRoot, runPlanted, runSound, type Outcome } from './run-suite.js';
import { staleness } from './stale.js';

const LANES = 2;
const root = repositoryRoot();

/**
 * `npm run faults [-- --only ID]... [--lanes N]`: plants each known fault alone and runs the tests that must catch it. Exits with 1 when one is
 * not caught, hangs its suite or no longer fits the code, or when a suite fails without any fault.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, lanes: { type: 'string' } },
  });
  const { only } = values;
  const chosen = faults.filter(({ id }) => only === undefined || only.some((part) => id.includes(part)));
  const startedAt = performance.now();
  const work = [() => sound(chosen), ...chosen.map((fault) => async () => [await planted(fault)])];
  const lanes = pLimit(wholeNumber('--lanes', values.lanes, 1) ?? LANES);
  const verdicts = (await lanes.map(work, (run) => run())).flat();
  const passed = verdicts.filter(Boolean).length;
  console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s for ${chosen.length} faults`);
  console.log(`${passed} passed, ${verdicts.length - passed} failed, ${faults.length - chosen.length} skipped`);
  return passed === verdicts.length && chosen.length > 0 ? 0 : 1;
}

/** A suite that fails by itself catches nothing: each runs once without a fault. */
async function sound(chosen: readonly Fault[]): Promise<boolean[]> {
  const suites = new Map(chosen.map((fault) => [`${fault.spec} ${fault.test}`, fault]));
  const outcomes = await runSound(root, [...suites.values()]);
  return [...outcomes].map(([{ spec, test }, outcome]) => {
    const isSound = outcome.kind === 'ran' && outcome.failed.length === 0 && outcome.passed > 0;
    if (!isSound) console.log(`UNSOUND    ${spec} "${test}": ${textOf(outcome)}`);
    return isSound;
  });
}

async function planted(fault: Fault): Promise<boolean> {
  const stale = staleness(root, fault);
  if (stale !== undefined) return report('STALE', fault, stale);
  const outcome = await runPlanted(root, fault);
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
