/**
 * `node tools/mutants.mjs [library...]`: plants every fault that StrykerJS knows into the libraries that decide about money, one at a
 * time, and runs their own specs against each. Fails below the score written here. The results of the last run are kept in
 * `.local/mutants`: only what changed since is tested again.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

const CAUGHT = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...CAUGHT, 'Survived', 'NoCoverage', 'RuntimeError']);

async function main(named) {
  const unknown = named.filter((name) => !Object.hasOwn(libraries, name));
  if (unknown.length > 0) return usage(unknown);
  mkdirSync('.local/mutants', { recursive: true });
  let failed = 0;
  const chosen = named.length > 0 ? named : Object.keys(libraries);
  for (const name of chosen) failed += (await measured(name, libraries[name])) ? 0 : 1;
  console.log(`\n${chosen.length - failed} passed, ${failed} failed, 0 skipped`);
  return failed === 0 ? 0 : 1;
}

function usage(unknown) {
  console.error(`No such library: ${unknown.join(', ')}. There are: ${Object.keys(libraries).join(', ')}`);
  return 1;
}

async function measured(name, { scoreMin, readBy = [] }) {
  const results = await new Stryker(options(name, readBy)).runMutationTest();
  const counted = results.filter(({ status }) => COUNTED.has(status));
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

function options(name, readBy) {
  const copied = [`libs/${name}`, ...readBy];
  return {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    mutate: [`libs/${name}/src/**/*.ts`, `!libs/${name}/src/**/*.spec.ts`, `!libs/${name}/src/index.ts`],
    // Only these are copied; other libraries are read where they are.
    ignorePatterns: ['/*', ...copied.flatMap(onlyThis), 'dist', 'out-tsc'],
    tempDirName: '.local/mutants/tree',
    jest: {
      projectType: 'custom',
      enableFindRelatedTests: true,
      configFile: join(root, 'jest/mutants.config.cjs'),
      config: { testMatch: copied.map((path) => `<rootDir>/${path}/src/**/*.spec.ts`) },
    },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `.local/mutants/${name}.json`,
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    checkers: [],
    thresholds: { high: 95, low: 90, break: null },
    allowConsoleColors: false,
    warnings: false,
  };
}

process.chdir(root);
process.exitCode = await main(process.argv.slice(2));
