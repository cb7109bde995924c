import { join } from 'node:path';
import { faults } from './faults.js';
import { staleness } from './stale.js';

const root = join(__dirname, '../../..');

test('every planted fault still fits the code, and its suite is there', () => {
  const stale = faults.map((fault) => [fault.id, staleness(root, fault)]).filter(([, why]) => why !== undefined);
  expect(stale).toEqual([]);
});

test('every planted fault has a name of its own', () => {
  const ids = faults.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});
