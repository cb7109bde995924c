import pLimit from 'p-limit';

/**
 * Does the work for every item, at most `atOnce` at a time, begun in order. After a failure nothing more begins; when the work
 * under way has ended, the failure is thrown.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true });
  const orClear = (error: unknown): never => {
    limit.clearQueue();
    throw error;
  };
  const outcomes = await Promise.allSettled(items.map((item) => limit(() => work(item).catch(orClear))));
  // What never began was rejected too, and stands after all that began.
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
