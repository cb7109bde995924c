import { countCells, tableMoves, type Cells } from '../oracle/cells.js';
import { simulate } from './simulate.js';

/** Two seconds: for every change, and for each fault that tools/mutants.mjs plants. `npm run simulate` plays far more. */
const HISTORIES = 300;

test('the first histories break no invariant, and between them take every step of a payout that dispatch can take', async () => {
  const cells: Cells = new Map();
  const stop = countCells(cells);
  try {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { violation } = await simulate(seed);
      expect({ seed, violation: violation?.message }).toEqual({ seed, violation: undefined });
    }
  } finally {
    stop();
  }
  const others = tableMoves.filter((cell) => !cells.has(cell));
  // Drafting reserves; what is parked moves by people's decisions, or by the provider's word about what it had denied.
  expect(others.filter((cell) => !cell.startsWith('parked/'))).toEqual(['planned/reserve/move']);
});
