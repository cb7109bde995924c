import type { NamesIn, Value } from './names.js';
import { replacePlaceholders } from './parse.js';
import type { RowSet } from './row-sets.js';

/** Runs SQL with TypeORM: the manager of a transaction, or a DataSource when one statement is the whole transaction. */
export type Executor = { query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T> };
/** Runs SQL without TypeORM. */
type RowReader = Readonly<{ rows: <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]> }>;

type RowSets = Readonly<Record<string, RowSet<never>>>;
type Rows<Sets extends RowSets> = { readonly [K in keyof Sets]: Sets[K] extends RowSet<infer Given> ? Given : never };
export type Named<Text extends string, Sets extends RowSets> = Readonly<
  Record<Exclude<NamesIn<Text>, keyof Sets>, Value>
> &
  Rows<Sets>;

/** SQL with named parameters. */
export type Statement<Given> = Readonly<{
  /** The SQL with `$1`, `$2`, …: always the same string, so that it can be a prepared statement. */
  text: string;
  /** The values of `$1`, `$2`, … Throws for a missing name, and at the first call for a name that the text does not have. */
  values: (given: Given) => unknown[];
  /** Runs the statement and returns its rows, including those of `update … returning`. */
  rows: <R extends object>(on: Executor | RowReader, given: Given) => Promise<R[]>;
}>;

/**
 * Declares a statement; call once, when the module is loaded. In the text, `:name` is a parameter; `:line.columns`,
 * `:line.unnest` and `:row.values` are the columns of row sets. Never build the text from data.
 */
export function statement<const Text extends string>(sql: Text): Statement<Named<Text, Record<never, never>>>;
export function statement<const Text extends string, const Sets extends RowSets>(
  sql: Text,
  sets: Sets,
): Statement<Named<Text, Sets>>;
export function statement(sql: string, sets: RowSets = {}): Statement<Readonly<Record<string, unknown>>> {
  const { text, names } = compile(sql, sets);
  const parameters = names.map((name) => ({ name, set: Object.hasOwn(sets, name) ? sets[name] : undefined }));
  let isChecked = false;
  const values = (given: Readonly<Record<string, unknown>>): unknown[] => {
    if (!isChecked) {
      requireKnown(Object.keys(given), names);
      isChecked = true;
    }
    return valuesOf(given, parameters);
  };
  return {
    text,
    values,
    rows: <R extends object>(on: Executor | RowReader, given: Readonly<Record<string, unknown>>): Promise<R[]> =>
      // The promise of a RowReader is returned as is: a caller may leave it unawaited, since the reader's transaction waits for
      // it.
      'rows' in on
        ? on.rows<R>(text, values(given))
        : on.query<R[] | [R[], number]>(text, values(given)).then(rowsOfAnswer),
  };
}

function compile(sql: string, sets: RowSets): Readonly<{ text: string; names: readonly string[] }> {
  const firsts = new Map<string, number>();
  let count = 0;
  const text = replacePlaceholders(sql, ({ name, part }) => {
    const set = Object.hasOwn(sets, name) ? sets[name] : undefined;
    const first = firsts.get(name) ?? count + 1;
    if (!firsts.has(name)) {
      firsts.set(name, first);
      count += set?.size ?? 1;
    }
    // A dot after a parameter without a row set would be part of a name: write a field as `(:point).x`.
    if (set === undefined && part === undefined) return `$${first}`;
    const write = part === undefined ? undefined : set?.parts[part];
    if (write === undefined) throw new Error(`:${name}${part === undefined ? '' : `.${part}`} stands for nothing`);
    return write(first);
  });
  const unused = Object.keys(sets).find((name) => !firsts.has(name));
  if (unused !== undefined) throw new Error(`The rows of ${unused} stand nowhere in the statement`);
  return { text, names: [...firsts.keys()] };
}

function requireKnown(given: readonly string[], names: readonly string[]): void {
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`The statement has no parameter :${unknown}`);
}

type Parameter = Readonly<{ name: string; set: RowSet<never> | undefined }>;

function valuesOf(given: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): unknown[] {
  const values: unknown[] = [];
  for (const { name, set } of parameters) {
    const value = given[name];
    if (value === undefined) throw new Error(`The parameter :${name} has no value`);
    if (set === undefined) values.push(value);
    // The compiler has checked the value against the type of its row set where the statement is used.
    else set.push(values, value as never);
  }
  return values;
}

/** For updates and deletes TypeORM returns a pair: the rows, and the number of changed rows. */
const rowsOfAnswer = <R extends object>(answer: R[] | [R[], number]): R[] => {
  const [first] = answer;
  return Array.isArray(first) ? first : (answer as R[]);
};
