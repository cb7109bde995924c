import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Fault } from './fault.js';
import { Runner, type SpecResults } from './runner.js';

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
export async function runPlanted(runner: Runner, root: string, fault: Fault): Promise<Outcome> {
  const [outcome] = await runTests(runner, root, [fault], fault);
  return outcome ?? { kind: 'broken', output: 'No suite was run' };
}

/** Runs suites as the code stands. Outcomes in their order. */
export const runSound = (runner: Runner, root: string, suites: readonly Suite[]): Promise<Outcome[]> =>
  runTests(runner, root, suites, null);

/** Runs something in a process of its own. */
export async function alone<T>(root: string, run: (runner: Runner) => Promise<T>): Promise<T> {
  const runner = new Runner(root);
  try {
    return await run(runner);
  } finally {
    await runner.stop();
  }
}

async function runTests(
  runner: Runner,
  rootDir: string,
  suites: readonly Suite[],
  fault: Fault | null,
): Promise<Outcome[]> {
  const names = new Set(suites.map(({ test }) => literally(test)));
  const config = JSON.stringify(configOf(rootDir, suites, fault));
  const request = { rootDir, config, testNamePattern: [...names].join('|'), testTimeout: TEST_MS_MAX };
  const reply = await runner.run(request, suites.length * SUITE_MS_MAX);
  return suites.map((suite) => (reply.kind === 'ran' ? outcomeOf(rootDir, suite, reply.results) : reply));
}

function outcomeOf(root: string, { spec, test }: Suite, results: readonly SpecResults[]): Outcome {
  const file = results.find(({ name }) => name === join(root, spec));
  if (file === undefined || file.tests.length === 0) {
    return { kind: 'broken', output: file?.message ?? 'No such spec was run' };
  }
  const named = new RegExp(literally(test), 'i');
  const tests = file.tests.filter(({ fullName }) => named.test(fullName));
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

export const repositoryRoot = (): string => join(dirname(require.resolve('../package.json')), '../..');
