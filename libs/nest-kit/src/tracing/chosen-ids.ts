/** Ids of a trace and of its first span. */
export type ChosenIds = Readonly<{ traceId: string; spanId: string }>;

let chosen: ChosenIds | undefined;

/** Runs `start`, which begins one span at once, with these ids for it. */
export function withIds<T>(ids: ChosenIds, start: () => T): T {
  chosen = ids;
  try {
    return start();
  } finally {
    chosen = undefined;
  }
}

/** The ids that the next span must have; undefined: random ones. */
export const chosenIds = (): ChosenIds | undefined => chosen;
