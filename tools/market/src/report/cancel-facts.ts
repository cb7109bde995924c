import type { Clients } from '../platform/clients.js';
import { inParallel } from '../play/in-parallel.js';
import { listAll } from '../play/list-all.js';
import { tallyOf, type Tally } from './tally.js';

/** Cancels that named no lines although the order had several. */
export type CancelFacts = Readonly<{
  /** The lines are those that the platform's rule assumed. */
  assumed: Tally;
  /** An operator named the lines. */
  named: Tally;
  /** Of those, the cancels whose lines were others than assumed, so that money was moved between lines. */
  moved: Tally;
}>;

const AT_ONCE = 8;

/** Reads the cancels that an operator was asked to look at, and those that an operator decided about. */
export async function askCancels(gateway: Clients['gateway'], allocated: readonly string[]): Promise<CancelFacts> {
  const assumed = await listAll((after) =>
    gateway.listCancels({ query: { allocation: 'assumed', limit: 200, ...after } }),
  );
  const named: { amount: bigint; isMoved: boolean }[] = [];
  await inParallel(allocated, AT_ONCE, async (cancelId) => {
    const { amount, allocation, history } = await gateway.getCancel({ params: { cancelId } });
    if (allocation !== 'named') throw new Error(`The operator's allocation of cancel ${cancelId} is not in the books`);
    named.push({ amount, isMoved: history.some(({ correctionId }) => correctionId !== null) });
  });
  return { assumed: tallyOf(assumed), named: tallyOf(named), moved: tallyOf(named.filter(({ isMoved }) => isMoved)) };
}
