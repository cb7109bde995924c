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

/** Runs the tests of one spec whose names contain the fault's, with the fault in place. Null: as the code stands. */
export async function runSuite(
  root: string,
  suite: Pick<Fault, 'spec' | 'test'>,
  fault: Fault | null,
): Promise<Outcome> {
  const report = join(root, `.local/fault-${process.pid}-${(reports += 1)}.json`);
  const { isOver, output } = await ended(root, [
    ...[join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--ci', '--forceExit'],
    ...['--config', JSON.stringify(configOf(root, suite.spec, fault))],
    ...['--testTimeout', String(TEST_MS_MAX), '--testNamePattern', literally(suite.test)],
    ...['--json', '--outputFile', report],
  ]);
  try {
    if (!isOver) return { kind: 'hung' };
    const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Results) : null;
    if (results === null || results.numRuntimeErrorTestSuites > 0) return { kind: 'broken', output };
    const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = tests.filter(({ status }) => status === 'failed').map(({ title }) => title);
    return { kind: 'ran', failed, passed: results.numPassedTests };
  } finally {
    rmSync(report, { force: true });
  }
}

let reports = 0;

type Results = Readonly<{
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: readonly { assertionResults: readonly { status: string; title: string }[] }[];
}>;

type Preset = Readonly<{ transform: Readonly<Record<string, [string, object]>> }>;

function configOf(root: string, spec: string, fault: Fault | null): object {
  const preset = require(join(root, 'jest.preset.cjs')) as Preset;
  const project = join(root, spec.split('/').slice(0, 2).join('/'));
  const [pattern = '', [, compiler] = ['', {}]] = Object.entries(preset.transform)[0] ?? [];
  const transform = fault && { [pattern]: [join(root, 'tools/faults/plant.cjs'), { root, compiler, fault }] };
  return {
    ...preset,
    rootDir: project,
    testMatch: [join(root, spec)],
    testPathIgnorePatterns: ['/node_modules/'],
    ...(transform && { transform }),
  };
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A process group of its own: what a spec started must not outlive it. */
function ended(root: string, args: readonly string[]): Promise<{ isOver: boolean; output: string }> {
  return new Promise((resolve) => {
    const { child, signal } = startGroup(args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    let isOver = true;
    child.stderr?.on('data', (bytes: Buffer) => (output = `${output}${bytes.toString()}`.slice(-4_000)));
    const guard = setTimeout(() => {
      isOver = false;
      signal('SIGKILL');
    }, SUITE_MS_MAX);
    child.once('close', () => {
      clearTimeout(guard);
      signal('SIGKILL');
      resolve({ isOver, output });
    });
  });
}

export const repositoryRoot = (): string => join(dirname(require.resolve('../package.json')), '../..');
