const POLL_MS = 50;

/**
 * Reads repeatedly until `isEnough` holds or `waitMs` is over, and returns the last value. Waits in real time, because
 * a caller is waiting for an answer.
 */
export async function pollFor<T>(read: () => Promise<T>, isEnough: (value: T) => boolean, waitMs: number): Promise<T> {
  const readsMax = Math.ceil(waitMs / POLL_MS);
  let value = await read();
  for (let reads = 1; reads < readsMax && !isEnough(value); reads += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    value = await read();
  }
  return value;
}
