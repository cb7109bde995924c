import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startGroup } from '@jeongsan/child-processes';
import type { Fault } from './fault.js';

/** A test that waits for what a fault prevents ends by itself; a suite that stands still is ended. */
const TEST_MS_MAX = 60_000;
const SUITE_MS_MAX = 120_000;

const require = createRequire(import.meta.url);

export type Outcome =
  | Readonly<{ kind: 'ran'; failed: readonly string[]; passed: number }>
  | Readonly<{ kind: 'hung' }>
  | Readonly<{ kind: 'broken'; output: string }>;

/** The tests of one spec whose names contain a text. */
export type Suite = Pick<Fault, 'spec' | 'test'>;

/** Runs a fault's suite with the fault in place. */
export async function runPlanted(root: string, fault: Fault): Promise<Outcome> {
  const tests = await runTests(root, [fault], fault, SUITE_MS_MAX);
  return isResults(tests) ? outcomeOf(root, fault, tests) : tests;
}

/** Runs suites as the code stands, all in one process: most of a suite's time alone goes into loading what all of them share. */
export async function runSound(root: string, suites: readonly Suite[]): Promise<ReadonlyMap<Suite, Outcome>> {
  const tests = await runTests(root, suites, null, suites.length * SUITE_MS_MAX);
  return new Map(suites.map((suite) => [suite, isResults(tests) ? outcomeOf(root, suite, tests) : tests]));
}

async function runTests(
  root: string,
  suites: readonly Suite[],
  fault: Fault | null,
  msMax: number,
): Promise<Results | Outcome> {
  const report = join(root, `.local/fault-${process.pid}-${(reports += 1)}.json`);
  const names = [...new Set(suites.map(({ test }) => literally(test)))];
  const { isOver, output } = await ended(
    root,
    [
      ...[join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--ci', '--forceExit'],
      ...['--config', JSON.stringify(configOf(root, suites, fault))],
      ...['--testTimeout', String(TEST_MS_MAX), '--testNamePattern', names.join('|')],
      ...['--json', '--outputFile', report],
    ],
    msMax,
  );
  try {
    if (!isOver) return { kind: 'hung' };
    if (!existsSync(report)) return { kind: 'broken', output };
    return JSON.parse(readFileSync(report, 'utf8')) as Results;
  } finally {
    rmSync(report, { force: true });
  }
}

let reports = 0;

type Results = Readonly<{ testResults: readonly SpecResults[] }>;

type SpecResults = Readonly<{
  name: string;
  /** Why a spec could not be loaded, where it has no tests. */
  message: string;
  assertionResults: readonly { status: string; title: string; fullName: string }[];
}>;

const isResults = (of: Results | Outcome): of is Results => 'testResults' in of;

function outcomeOf(root: string, { spec, test }: Suite, { testResults }: Results): Outcome {
  const file = testResults.find(({ name }) => name === join(root, spec));
  if (file === undefined || file.assertionResults.length === 0) {
    return { kind: 'broken', output: file?.message ?? 'No such spec was run' };
  }
  const named = new RegExp(literally(test), 'i');
  const tests = file.assertionResults.filter(({ fullName }) => named.test(fullName));
  const failed = tests.filter(({ status }) => status === 'failed').map(({ title }) => title);
  return { kind: 'ran', failed, passed: tests.filter(({ status }) => status === 'passed').length };
}

type Preset = Readonly<{ transform: Readonly<Record<string, [string, object]>> }>;

function configOf(root: string, suites: readonly Suite[], fault: Fault | null): object {
  const preset = require(join(root, 'jest.preset.cjs')) as Preset;
  const projects = new Set(suites.map(({ spec }) => join(root, spec.split('/').slice(0, 2).join('/'))));
  const [pattern = '', [, compiler] = ['', {}]] = Object.entries(preset.transform)[0] ?? [];
  const transform = fault && { [pattern]: [join(root, 'tools/faults/plant.cjs'), { root, compiler, fault }] };
  return {
    ...preset,
    rootDir: root,
    roots: [...projects],
    testMatch: suites.map(({ spec }) => join(root, spec)),
    testPathIgnorePatterns: ['/node_modules/'],
    ...(transform && { transform }),
  };
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A process group of its own: what a spec started must not outlive it. */
function ended(root: string, args: readonly string[], msMax: number): Promise<{ isOver: boolean; output: string }> {
  return new Promise((resolve) => {
    const { child, signal } = startGroup(args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    let isOver = true;
    child.stderr?.on('data', (bytes: Buffer) => (output = `${output}${bytes.toString()}`.slice(-4_000)));
    const guard = setTimeout(() => {
      isOver = false;
      signal('SIGKILL');
    }, msMax);
    child.once('close', () => {
      clearTimeout(guard);
      signal('SIGKILL');
      resolve({ isOver, output });
    });
  });
}

export const repositoryRoot = (): string => join(dirname(require.resolve('../package.json')), '../..');
