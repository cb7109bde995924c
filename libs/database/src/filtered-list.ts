import { statement, type Executor, type Statement } from '@jeongsan/sql';

/** Candidates that one page reads at most when it has a filter that no index serves. */
export const CANDIDATES_MAX = 1_000;
const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** The number of items on a page: the requested limit, within 1 and 1,000. */
export const pageSize = (limit: number | undefined): number => Math.min(Math.max(limit ?? PAGE_DEFAULT, 1), PAGE_MAX);

/** A condition on a row `x`; `value` is the SQL of the filter's value. */
export type Filter = Readonly<{ type: string; condition: (value: string) => string }>;

/** The column is the value. `type`: the SQL type of the column. */
export const is = (column: string, type = 'text'): Filter => ({ type, condition: (value) => `${column} = ${value}` });
/** The condition holds (value `true`), or does not hold (value `false`). */
export const whether = (sql: string): Filter => ({ type: 'bool', condition: (value) => `(${sql}) = ${value}` });
/** Minor units: this amount or more. */
export const atLeast = (column: string): Filter => ({
  type: 'bigint',
  condition: (value) => `${column} >= ${value}`,
});
/** Minor units: this amount or less. */
export const atMost = (column: string): Filter => ({ type: 'bigint', condition: (value) => `${column} <= ${value}` });
/** The instant is on this day of Asia/Seoul or later. */
export const fromDay = (column: string): Filter => ({
  type: 'date',
  condition: (value) => `${column} >= ${value}::timestamp at time zone 'Asia/Seoul'`,
});
/** The instant is on this day of Asia/Seoul or earlier. */
export const toDay = (column: string): Filter => ({
  type: 'date',
  condition: (value) => `${column} < (${value} + 1)::timestamp at time zone 'Asia/Seoul'`,
});
/** The date is this one or later. */
export const fromDate = (column: string): Filter => ({ type: 'date', condition: (value) => `${column} >= ${value}` });
/** The date is this one or earlier. */
export const toDate = (column: string): Filter => ({ type: 'date', condition: (value) => `${column} <= ${value}` });
/** One of the columns contains the value; upper and lower case are the same. */
export const contains = (...columns: readonly string[]): Filter => ({
  type: 'text',
  condition: (value) => columns.map((column) => `position(lower(${value}) in lower(${column})) > 0`).join(' or '),
});

type Filters = Readonly<Record<string, Filter>>;
type Value = string | number | bigint | boolean | Date;

type ListDefinition<Leads extends Filters, Checks extends Filters> = Readonly<{
  /** The table of the rows `x`. */
  from: string;
  /** SQL of what an item shows; of `x`, and of `joins`. */
  columns: string;
  /** Joins of the rows on the page, one row for each `x`. */
  joins?: string;
  /** A condition that every row of the list fulfils. */
  where?: string;
  /** The list's order: columns that an index has, the last one unique in the list. Its text is the cursor. */
  order: readonly Readonly<{ column: string; type: string }>[];
  isNewestFirst: boolean;
  /** Filters that indexes serve: candidates are read by them. */
  leads: Leads;
  /** Filters that are checked on candidates. */
  checks: Checks;
}>;

export type FilteredList<Names extends string> = Readonly<{
  /**
   * A page of rows: with a filter that no index serves, the page holds those of at most CANDIDATES_MAX candidates that fit, maybe
   * none. Only `nextCursor` null is the end of the list.
   */
  page: <Row extends object>(
    db: Executor,
    asked: Readonly<Partial<Record<Names, Value | undefined>>> &
      Readonly<{ after?: string | undefined; limit?: number | undefined }>,
  ) => Promise<{ items: Row[]; nextCursor: string | null }>;
}>;

/** A list with filters and pages by keyset. Declare it once, when the module is loaded. */
export function filteredList<const Leads extends Filters, const Checks extends Filters>(
  list: ListDefinition<Leads, Checks>,
): FilteredList<(keyof Leads | keyof Checks) & string> {
  const names = [...Object.keys(list.leads), ...Object.keys(list.checks)];
  const checked = Object.keys(list.checks);
  const read = statementsOf(list);
  return {
    page: async <Row extends object>(
      db: Executor,
      asked: Readonly<Record<string, Value | undefined>> & { after?: string | undefined; limit?: number | undefined },
    ) => {
      const size = pageSize(asked.limit);
      const given = Object.fromEntries(names.map((name) => [name, asked[name] ?? null]));
      const place = { ...given, after: asked.after ?? null };
      const isChecked = checked.some((name) => asked[name] !== undefined);
      const scan = isChecked ? CANDIDATES_MAX : size + 1;
      const rows = await read.page.rows<Row & { cursorOfRow: string }>(db, { ...place, scan, rows: size + 1 });
      const items = rows.slice(0, size).map(({ cursorOfRow: _cursor, ...row }) => row as unknown as Row);
      if (rows.length > size) return { items, nextCursor: rows[size - 1]?.cursorOfRow ?? null };
      if (!isChecked) return { items, nextCursor: null };
      const ofLeads = Object.fromEntries(Object.entries(place).filter(([name]) => !checked.includes(name)));
      const [last] = await read.last.rows<{ key: string }>(db, { ...ofLeads, before: CANDIDATES_MAX - 1 });
      return { items, nextCursor: last?.key ?? null };
    },
  };
}

type ListStatement = Statement<Readonly<Record<string, Value | null>>>;

function statementsOf({
  from,
  columns,
  joins = '',
  where,
  order,
  isNewestFirst,
  leads,
  checks,
}: ListDefinition<Filters, Filters>): {
  page: ListStatement;
  last: ListStatement;
} {
  const inOrder = `order by ${order.map(({ column }) => `x.${column}${isNewestFirst ? ' desc' : ''}`).join(', ')}`;
  const key = order.at(-1);
  if (key === undefined) throw new Error(`The list of ${from} has no order`);
  const earlier = order
    .slice(0, -1)
    .map(({ column }) => `(select c.${column} from ${from} c where c.${key.column} = :after)`);
  const follows = `(${order.map(({ column }) => `x.${column}`).join(', ')}) ${isNewestFirst ? '<' : '>'} (${[...earlier, `:after::${key.type}`].join(', ')})`;
  const conditions = [...(where === undefined ? [] : [where]), `(:after::${key.type} is null or ${follows})`];
  const candidates = `select x.* from ${from} x where ${[...conditions, ...conditionsOf(leads)].join(' and ')} ${inOrder}`;
  const fit = conditionsOf(checks);
  const fitting = fit.length === 0 ? '' : `where ${fit.join(' and ')}`;
  return {
    page: statement(`
      select ${columns}, x.${key.column}::text as "cursorOfRow"
        from (select x.* from (${candidates} limit :scan) x ${fitting} ${inOrder} limit :rows) x ${joins} ${inOrder}`),
    last: statement(`select x.${key.column}::text as key from (${candidates} offset :before limit 1) x`),
  };
}

const conditionsOf = (filters: Filters): string[] =>
  Object.entries(filters).map(
    ([name, { type, condition }]) => `(:${name}::${type} is null or ${condition(`:${name}::${type}`)})`,
  );
