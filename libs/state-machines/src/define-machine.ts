/** A state machine as data: for each state, the events that it accepts and the state that each event leads to. */
type Table = Record<string, Record<string, string>>;
type StateOf<T extends Table> = keyof T & string;
type EventOf<T extends Table> = { [S in keyof T]: keyof T[S] & string }[keyof T];
/** Compile-time check: every target state must be a row of the table. */
type Closed<T extends Table> = { [S in keyof T]: { [E in keyof T[S]]: keyof T & string } };

export type Verdict<S extends string> =
  | { kind: 'move'; to: S } // apply it
  | { kind: 'stale' } // already happened: acknowledge, change nothing
  | { kind: 'early' } // something before it is still missing: retry later
  | { kind: 'illegal' }; // can never happen from here: raise an alarm

/**
 * Checks the table once, at definition, and classifies events. Has no effects. In a table with cycles, a late duplicate of an
 * event looks like a new event: callers must drop duplicates by event id first.
 */
export function defineMachine<const T extends Table>(initial: keyof T & string, table: T & Closed<T>) {
  type State = StateOf<T>;
  const states = Object.keys(table) as State[];
  const rows: Table = table;
  const edges = states.flatMap((from) => Object.entries(rows[from] ?? {}).map(([event, to]) => ({ from, event, to })));
  const reach = new Map(states.map((state) => [state, reachable(state)]));
  const orphans = states.filter((state) => !reaches(initial, state));
  if (orphans.length > 0) throw new Error(`Unreachable states: ${orphans.join(', ')}`);

  function reachable(from: State): Set<State> {
    const seen = new Set([from]);
    for (const state of seen) for (const edge of edges) if (edge.from === state) seen.add(edge.to);
    return seen;
  }

  function reaches(from: State, to: State): boolean {
    return reach.get(from)?.has(to) === true;
  }

  function classify(state: State, event: EventOf<T>): Verdict<State> {
    const ways = edges.filter((edge) => edge.event === event);
    const way = ways.find(({ from }) => from === state);
    if (way) return { kind: 'move', to: way.to };
    if (ways.some(({ to }) => reaches(to, state))) return { kind: 'stale' };
    if (ways.some(({ from }) => reaches(state, from))) return { kind: 'early' };
    return { kind: 'illegal' };
  }

  const isFinal = (state: State): boolean => !edges.some(({ from }) => from === state);
  return { initial, states, table, classify, isFinal };
}
export type State<M> = M extends { states: (infer S)[] } ? S : never;
export type Event<M> = M extends { classify: (s: never, e: infer E) => unknown } ? E : never;
