/**
 * Lists of a machine's states, built from a table that gives each state a stage. A list keeps the order of the machine's table.
 * A new state does not compile until it has a stage; then it is in every list of that stage.
 */
export const statesByStage =
  <S extends string, G extends string>(machine: { readonly states: readonly S[] }, stages: Readonly<Record<S, G>>) =>
  (...wanted: readonly G[]): readonly S[] =>
    machine.states.filter((state) => wanted.includes(stages[state]));
