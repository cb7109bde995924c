/** Thrown when work exceeds its time limit. The work may still be running: a repetition must be safe. */
export class OverTime extends Error {
  override name = 'OverTime';
}

/** The result of the work. Throws OverTime when the work takes longer than the limit; its later result is ignored. */
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
