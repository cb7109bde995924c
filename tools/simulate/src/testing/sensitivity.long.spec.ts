import { simulate } from '../history/simulate.js';
import { variants } from './variants.js';

/** Far fewer than a gate plays. */
const HISTORIES_MAX = 3_000;

test.each(Object.entries(variants))('the oracle sees when %s', async (_, sabotage) => {
  let seed = 1;
  while (seed <= HISTORIES_MAX && (await simulate(seed, { sabotage })).violation === null) seed += 1;
  expect(seed).toBeLessThanOrEqual(HISTORIES_MAX);
});
