const POLL_MS = 50;

/** Reads until `isEnough` or until the time is over, and returns what was read last. In real time: somebody waits for an answer. */
export async function pollFor<T>(read: () => Promise<T>, isEnough: (value: T) => boolean, waitMs: number): Promise<T> {
  const readsMax = Math.ceil(waitMs / POLL_MS);
  let value = await read();
  for (let reads = 1; reads < readsMax && !isEnough(value); reads += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    value = await read();
  }
  return value;
}
