import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 150;
const PATIENCE_MS = 25_000;

/** Repeats work that is safe to repeat while servers are away. @throws the last failure when the time is over. */
export async function patiently<T>(work: () => Promise<T>, forMs = PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() + PAUSE_MS > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
