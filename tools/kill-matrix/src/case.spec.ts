import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Decision, failpoints } from '@jeongsan/failpoints';
import { matrixOf, nameOf, nthOf, readCase } from './case.js';
import { actions, isPlayed, pointOf, points } from './points.js';

test('every square of the matrix is played or says why it is not', () => {
  const squares = matrixOf(points, 3);
  for (const point of points) {
    for (const action of actions) {
      const seeds = squares.filter((one) => one.point === point && one.action === action).map(({ seed }) => seed);
      expect(seeds).toEqual(isPlayed(point, action) ? [1, 2, 3] : []);
    }
  }
});

test('a case is known by its name, and a failpoint by its own as well', () => {
  for (const one of matrixOf(points, 2)) expect(readCase(nameOf(one))).toEqual(one);
  expect(readCase('wire:replied/kill')).toEqual(readCase('P11/kill/1'));
  expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
});

test.each(['P11', 'P11/explode/1', 'P11/kill/x', 'P99/kill/1', ''])('%j is no case', (text) => {
  expect(() => readCase(text)).toThrow();
});

test('the hit that is struck is one that is sure to come', () => {
  for (const one of matrixOf(points, 9)) {
    expect(nthOf(one)).toBeGreaterThanOrEqual(1);
    expect(nthOf(one)).toBeLessThanOrEqual(pointOf(one.point.id).hits);
  }
});

const repository = join(__dirname, '../../..');
/** Failpoints that a spec strikes in one process, and no case of the matrix. */
const struckInSpecs: Readonly<Record<string, readonly Decision[]>> = {
  'apps/payout-scheduler/src/closing/struck.int.spec.ts': [
    'propose-adjustment',
    'approve-adjustment',
    'record-repayment',
  ],
  'apps/settlement-reconciler/src/resolve-break/settle-break.int.spec.ts': ['resolve-break'],
  'apps/settlement-reconciler/src/run-by-hand/struck.int.long.spec.ts': ['take-proof', 'prove-night', 'match-by-hand'],
  'apps/settlement-reconciler/src/break-sheets/apply-sheet.int.spec.ts': ['apply-break-sheet'],
  'apps/settlement-reconciler/src/months/months.int.spec.ts': ['close-month', 'finish-month'],
};
/** A decision of the simulation, which the services take inside of `schedule`. */
const simulated: readonly Decision[] = ['poll'];

test('every failpoint is struck', () => {
  const inSpecs = Object.entries(struckInSpecs).flatMap(([spec, struck]) => {
    const text = readFileSync(join(repository, spec), 'utf8');
    return struck.filter((decision) => text.includes(`'${decision}`));
  });
  const others = [...inSpecs, ...simulated].flatMap((decision) => [`${decision}:written`, `${decision}:committed`]);
  const struck = new Set<string>([...points.map(({ failpoint }) => failpoint), ...others]);
  expect(failpoints.filter((failpoint) => !struck.has(failpoint))).toEqual([]);
});
