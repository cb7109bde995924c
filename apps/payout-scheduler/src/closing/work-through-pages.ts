/** Pages that are worked on at the same time: Postgres has a core for each session, and waits for this process between statements. */
const LANES = 2;

/**
 * Works through pages of ids, each in a transaction of its own, two at a time. Pages are read one after the other, because each begins after
 * the last id of the one before, the first after ''; an empty page is the end. Returns false when `work` did: no further page is begun then.
 * @throws what `next` or `work` threw, after the page that was being worked on meanwhile.
 */
export async function workThroughPages(
  next: (after: string) => Promise<string[]>,
  work: (ids: string[]) => Promise<boolean>,
): Promise<boolean> {
  let goesOn = true;
  let reading = Promise.resolve(['']);
  const nextInTurn = (): Promise<string[]> => {
    reading = reading.then(async (before) => {
      const last = before.at(-1);
      return last === undefined ? [] : next(last);
    });
    return reading;
  };
  const lane = async (): Promise<void> => {
    try {
      while (goesOn) {
        const page = await nextInTurn();
        if (page.length === 0) return;
        if (!(await work(page))) goesOn = false;
      }
    } catch (error) {
      goesOn = false;
      throw error;
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  return goesOn;
}
