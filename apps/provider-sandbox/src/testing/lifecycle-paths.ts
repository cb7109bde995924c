/** One step of a lifecycle's table. */
export type Step = Readonly<{ from: string; trigger: string; to: string }>;
type Lifecycle = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every row of the table. */
export const stepsOf = (lifecycle: Lifecycle): Step[] =>
  Object.entries(lifecycle).flatMap(([from, triggers]) =>
    Object.entries(triggers).map(([trigger, to]) => ({ from, trigger, to })),
  );

/** Every way from a status to where nothing more can happen, no step taken twice: so circles are walked once. */
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

/** Every path of a lifecycle with its name, as the rows of a table of tests. */
export const walksFrom = (lifecycle: Lifecycle, from: string) =>
  pathsFrom(stepsOf(lifecycle), from).map((path) => [nameOf(path), path] as const);

type TriggerOf<L extends Record<string, object>> = { [S in keyof L]: keyof L[S] & string }[keyof L];
/** How each trigger of a lifecycle is brought about for the one with the id; a forgotten one does not compile. */
export type Bring<L extends Record<string, object>> = Record<TriggerOf<L>, (id: string) => Promise<unknown>>;
