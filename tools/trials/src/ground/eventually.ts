import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Asks until the answer is what is waited for. A question that throws counts as "not yet". @throws with `what` and the last
 * answer after `withinMs`.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isSo: (answer: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last = '';
  for (;;) {
    try {
      const answer = await ask();
      if (isSo(answer)) return answer;
      last = JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    } catch (error) {
      last = (error as Error).message;
    }
    if (performance.now() > deadline) throw new Error(`Not after ${withinMs / 1000} s: ${what}; last: ${last}`);
    await sleep(POLL_MS);
  }
}
