import { dirname, join, normalize } from 'node:path';
import { sourcesUnder } from './testing/sources.js';

const TOP_ENTRIES_MAX = 9;
const src = 'apps/payout-scheduler/src/';
const files = sourcesUnder(join(__dirname, '../../..'))
  .filter(({ path }) => path.startsWith(src))
  .map(({ path, text }) => ({ path: path.slice(src.length), text }));

/** The rooms of payout-scheduler. A room imports rooms that stand before it, and none that stand after it. */
const rooms = [
  'terms',
  'closing',
  'payouts/payout-store',
  'payouts/dispatch',
  'payouts/runs',
  'payouts/statutory',
  'explanations',
  'seller-page',
];
const roomOf = (path: string): number => rooms.findIndex((room) => path.startsWith(`${room}/`));

test('a service with rooms has at most nine entries at the top of its folder', () => {
  const entries = new Set(files.map(({ path }) => path.split('/')[0]));
  expect(entries.size).toBeLessThanOrEqual(TOP_ENTRIES_MAX);
  expect(rooms.filter((room) => !files.some(({ path }) => path.startsWith(`${room}/`)))).toEqual([]);
});

test('rooms import each other in one direction; specs may look anywhere', () => {
  const product = files.filter(({ path }) => !path.endsWith('.spec.ts') && roomOf(path) >= 0);
  const backwards = product.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import) '(\.[^']+)\.js'/g)]
      .map(([, target = '']) => normalize(join(dirname(path), target)))
      .filter((target) => roomOf(target) > roomOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  expect(product.length).toBeGreaterThan(100);
  expect(backwards).toEqual([]);
});
