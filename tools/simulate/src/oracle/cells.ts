import { payoutMachine, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';

/** How often each event met each payout state, and the table's verdict: `state/event/verdict`. */
export type Cells = Map<string, number>;

/** Every step that the table allows. */
export const tableMoves: readonly string[] = Object.entries(payoutMachine.table).flatMap(([state, row]) =>
  Object.keys(row).map((event) => `${state}/${event}/move`),
);

/** Counts all questions to the payout table, without changing an answer. Returns a function that ends the counting. */
export function countCells(cells: Cells): () => void {
  const { classify } = payoutMachine;
  payoutMachine.classify = (state: PayoutState, event: PayoutEvent) => {
    const verdict = classify(state, event);
    const cell = `${state}/${event}/${verdict.kind}`;
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
    return verdict;
  };
  return () => {
    payoutMachine.classify = classify;
  };
}
