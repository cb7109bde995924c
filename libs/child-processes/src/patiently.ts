import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 150;
const PATIENCE_MS = 25_000;

/** Repeats what may be repeated while servers are away. @throws the last failure when patience ends. */
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
