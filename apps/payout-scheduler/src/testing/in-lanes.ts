/** Works on all items, so many at a time: a crowd that does not exhaust the connections. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, position: number) => Promise<unknown>,
): Promise<void> {
  const queue = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
