/** One step of a lifecycle's table. */
export type Step = Readonly<{ from: string; trigger: string; to: string }>;
type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** All steps of a lifecycle's table. */
export const stepsOf = (lifecycle: Lifecycle): Step[] =>
  Object.entries(lifecycle).flatMap(([from, triggers]) =>
    Object.entries(triggers).map(([trigger, to]) => ({ from, trigger, to })),
  );

/** All paths from a status to a final one that take no step twice, so each circle is walked once. */
export function pathsFrom(steps: readonly Step[], from: string): Step[][] {
  return steps
    .filter((step) => step.from === from)
    .flatMap((step) => {
      const rest = pathsFrom(
        steps.filter((other) => other !== step),
        step.to,
      );
      return rest.length === 0 ? [[step]] : rest.map((path) => [step, ...path]);
    });
}

export const nameOf = (path: readonly Step[]): string => path.map(({ trigger, to }) => `${trigger} → ${to}`).join(', ');

/** All paths of a lifecycle with their names, as rows for test.each. */
export const walksFrom = (lifecycle: Lifecycle, from: string) =>
  pathsFrom(stepsOf(lifecycle), from).map((path) => [nameOf(path), path] as const);

type TriggerOf<L extends Record<string, object>> = { [S in keyof L]: keyof L[S] & string }[keyof L];
/**
 * For each trigger of a lifecycle the function that causes it for the object with an id; a missing one is a compile
 * error.
 */
export type Bring<L extends Record<string, object>> = Record<TriggerOf<L>, (id: string) => Promise<unknown>>;
