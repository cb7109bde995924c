import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a check until it passes, and returns its value. After the time-out, throws the last failure. */
export async function eventually<T>(check: () => T | Promise<T>, { timeoutMs = 5_000, everyMs = 20 } = {}): Promise<T> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= endsAt) throw error;
    }
    await pause(everyMs);
  }
}
