import { countCells, tableMoves, type Cells } from '../oracle/cells.js';
import { simulate } from './simulate.js';

const HISTORIES = 500;

describe('histories of random seeds', () => {
  const cells: Cells = new Map();
  let stop: () => void;
  beforeAll(() => {
    stop = countCells(cells);
  });
  afterAll(() => stop());

  test('break no invariant, each with thirty operations and three faults at least', async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { violation, operations, faults } = await simulate(seed);
      expect({ seed, violation: violation?.message }).toEqual({ seed, violation: undefined });
      expect(operations).toBeGreaterThanOrEqual(30);
      expect([...faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(3);
    }
  });

  test('make every move of the payout table that dispatch can make', () => {
    const others = tableMoves.filter((cell) => !cells.has(cell));
    // Drafting reserves; what is parked moves by people's decisions, or by the provider's word about what it had denied.
    expect(others.filter((cell) => !cell.startsWith('parked/'))).toEqual(['planned/reserve/move']);
  });
});

test('a seed plays the same history again, and another seed another one', async () => {
  const hashes = new Set<string>();
  for (let seed = 1; seed <= 100; seed += 1) {
    const { hash } = await simulate(seed);
    expect((await simulate(seed, { trace: true })).hash).toBe(hash);
    hashes.add(hash);
  }
  expect(hashes.size).toBe(100);
});
