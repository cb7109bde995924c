import type { ProviderPayment } from '../gateway.js';

type Listed = Pick<NonNullable<ProviderPayment['cancels']>[number], 'cancelStatus'>;
type Progress = 'done' | 'waits' | 'refused';

// ASSUMED: a cancel without a status is done: only foreign easy pay cancels in two steps, and older answers name no status.
/** How far a listed cancel is. A status that the documents do not name (document 1 section 2.2) is not known yet: it waits. */
const progresses: ReadonlyMap<string | null | undefined, Progress> = new Map<string | null | undefined, Progress>([
  ['DONE', 'done'],
  ['IN_PROGRESS', 'waits'],
  ['ABORTED', 'refused'],
  [undefined, 'done'],
  [null, 'done'],
]);

export const progressOf = ({ cancelStatus }: Listed): Progress => progresses.get(cancelStatus) ?? 'waits';
