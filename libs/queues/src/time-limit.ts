/** A piece of work that was not over in time. It may still be under way: whoever repeats it must be able to. */
export class OverTime extends Error {
  override name = 'OverTime';
}

/** What the work gives, unless it takes longer than the limit. Throws OverTime then; what it still does is nobody's business. */
export async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverTime(`It was not over after ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    return await Promise.race([work(), end]);
  } finally {
    clearTimeout(timer);
  }
}
