/**
 * Lists of a machine's states, from a table that gives each state its stage. The lists keep the order of the machine's table, and
 * a state that is added to the machine does not compile until it has a stage: then it is in every list that asks for that stage.
 */
export const statesByStage =
  <S extends string, G extends string>(machine: { readonly states: readonly S[] }, stages: Readonly<Record<S, G>>) =>
  (...wanted: readonly G[]): readonly S[] =>
    machine.states.filter((state) => wanted.includes(stages[state]));
