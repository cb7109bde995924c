/** A lifecycle as data: for each state, the events it accepts and the state each one leads to. */
type Table = Record<string, Record<string, string>>;
type StateOf<T extends Table> = keyof T & string;
type EventOf<T extends Table> = { [S in keyof T]: keyof T[S] & string }[keyof T];
/** Compile-time check: every target must itself be a row of the table. */
type Closed<T extends Table> = { [S in keyof T]: { [E in keyof T[S]]: keyof T & string } };

export type Verdict<S extends string> =
  | { kind: 'move'; to: S } // apply it
  | { kind: 'stale' } // already happened: acknowledge, change nothing
  | { kind: 'early' } // something before it is still missing: retry later
  | { kind: 'illegal' }; // can never happen from here: raise an alarm

/**
 * Checks the table once, when it is defined, and classifies events against it. Knows no effects.
 * In a cyclic table a late duplicate looks like a new event: there, deduplicate by event id first.
 */
export function defineMachine<const T extends Table>(name: string, initial: keyof T & string, table: T & Closed<T>) {
  type State = StateOf<T>;
  const states = Object.keys(table) as State[];
  const rows: Table = table;

  const reachable = (from: string): Set<string> => {
    const seen = new Set([from]);
    for (const state of seen) for (const to of Object.values(rows[state] ?? {})) seen.add(to);
    return seen;
  };
  const reach = new Map(states.map((s) => [s, reachable(s)]));
  const orphans = states.filter((s) => !reach.get(initial)?.has(s));
  if (orphans.length > 0) throw new Error(`${name}: unreachable states ${orphans.join(', ')}`);

  function classify(state: State, event: EventOf<T>): Verdict<State> {
    const to = rows[state]?.[event];
    if (to !== undefined) return { kind: 'move', to: to };

    const edges = states.flatMap((from) => {
      const target = rows[from]?.[event];
      return target === undefined ? [] : [{ from, target }];
    });
    if (edges.some((e) => reach.get(e.target)?.has(state))) return { kind: 'stale' };
    if (edges.some((e) => reach.get(state)?.has(e.from))) return { kind: 'early' };
    return { kind: 'illegal' };
  }

  const isFinal = (s: State): boolean => Object.keys(rows[s] ?? {}).length === 0;
  return { name, initial, states, table, classify, isFinal };
}
export type State<M> = M extends { states: (infer S)[] } ? S : never;
export type Event<M> = M extends { classify: (s: never, e: infer E) => unknown } ? E : never;
