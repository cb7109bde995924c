/**
 * `npm run mutants -- [library...] [--lanes N]`: plants every fault that StrykerJS knows into the libraries that decide about money, one
 * at a time, and runs their own specs against each. Fails below the score written here. Specs that need Postgres are left out: none of
 * these libraries holds SQL, which `npm run faults` breaks. The results of the last run are kept in `.local/mutants`: only what changed
 * in the library since is tested again.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The least score in percent: caught mutants of all that change what a caller can see. `readBy`: what else must be in the scratch copy;
 * the specs of a folder there run beside the library's own.
 */
const libraries = {
  money: { scoreMin: 90 },
  calendar: { scoreMin: 90 },
  ledger: { scoreMin: 90 },
  settlement: { scoreMin: 90, readBy: ['docs/worked-examples.md'] },
  'state-machines': { scoreMin: 90 },
  jwe: { scoreMin: 90 },
  payouts: { scoreMin: 90, readBy: ['tools/simulate'] },
};

const LANES = 2;
/** Results of earlier runs. */
const results = '.local/mutants';
/** The copy that is mutated. Each run has its own, since two runs may measure two libraries at once. */
const scratch = `${results}/tree-${process.pid}`;

/** `RuntimeError`: a module refused to load, as a state machine does whose table is broken, and every spec with it. */
const CAUGHT = new Set(['Killed', 'Timeout', 'RuntimeError']);
const COUNTED = new Set([...CAUGHT, 'Survived', 'NoCoverage']);

async function main(args) {
  const { named, lanes } = readArguments(args);
  mkdirSync(results, { recursive: true });
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  let failed = 0;
  for (const name of named) failed += (await measured(name, lanes)) ? 0 : 1;
  console.log(`\n${named.length - failed} passed, ${failed} failed, 0 skipped`);
  return failed === 0 ? 0 : 1;
}

function readArguments(args) {
  const { values, positionals } = parseArgs({ args, options: { lanes: { type: 'string' } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !Object.hasOwn(libraries, name));
  const known = Object.keys(libraries);
  if (unknown.length > 0) throw new Error(`No such library: ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  if (!/^[1-9]\d*$/.test(values.lanes ?? LANES))
    throw new Error(`--lanes is a whole number from 1, not ${values.lanes}`);
  return { named: positionals.length > 0 ? [...new Set(positionals)] : known, lanes: Number(values.lanes ?? LANES) };
}

async function measured(name, lanes) {
  const { scoreMin, readBy = [] } = libraries[name];
  const tested = await new Stryker(options(name, readBy, lanes)).runMutationTest().catch(String);
  if (typeof tested === 'string') {
    console.log(`FAILED ${name}: its specs did not run without any mutant. ${tested}`);
    return false;
  }
  const counted = tested.filter(({ status }) => COUNTED.has(status));
  const missed = counted.filter(({ status }) => !CAUGHT.has(status));
  for (const mutant of missed) console.log(told(mutant));
  const score = counted.length === 0 ? 0 : (100 * (counted.length - missed.length)) / counted.length;
  const isEnough = score >= scoreMin;
  const verdict = isEnough ? 'passed' : 'FAILED';
  console.log(
    `${verdict} ${name}: ${score.toFixed(2)} % of ${counted.length} mutants caught, ${scoreMin} % are asked for`,
  );
  return isEnough;
}

function told({ fileName, location, mutatorName, replacement, status }) {
  const file = fileName.slice(fileName.indexOf('libs/'));
  return `  ${status} ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${JSON.stringify(replacement)}`;
}

/** `libs/money`: nothing of `libs` but `money`. */
function onlyThis(path) {
  const folder = dirname(path);
  return [`!/${folder}`, `/${folder}/*`, `!/${path}`];
}

function options(name, readBy, lanes) {
  const copied = [`libs/${name}`, ...readBy];
  return {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    mutate: [`libs/${name}/src/**/*.ts`, `!libs/${name}/src/**/*.spec.ts`, `!libs/${name}/src/index.ts`],
    // Only these are copied; other libraries are read where they are.
    ignorePatterns: ['/*', ...copied.flatMap(onlyThis), 'dist'],
    tempDirName: scratch,
    cleanTempDir: 'always',
    jest: {
      projectType: 'custom',
      enableFindRelatedTests: true,
      configFile: join(root, 'jest/mutants.config.cjs'),
      config: { testMatch: copied.map((path) => `<rootDir>/${path}/src/**/*.spec.ts`) },
    },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${results}/${name}.json`,
    concurrency: lanes,
    // A mutant that loops for ever counts as caught after this long and half as long again as its specs take; its worker is ended.
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    checkers: [],
    thresholds: { high: 95, low: 90, break: null },
    allowConsoleColors: false,
    warnings: false,
  };
}

process.chdir(root);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
