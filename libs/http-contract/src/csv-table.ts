import { z } from 'zod';
import { type CsvCell, csvRow } from './csv-rows.js';

/** A table whose columns follow from the schema of its rows, so that they are the same for every answer. */
export type CsvTable = Readonly<{
  /** Names of the columns: a member of a member has its path, such as `cover.free`. */
  columns: readonly string[];
  head: string;
  /** The row of a value in its wire form. A list, or a member with free names, is JSON in one cell. */
  rowOf: (wire: unknown) => string;
}>;

const tables = new WeakMap<z.ZodType, CsvTable>();

/** The table of the values of a schema, made once per schema. */
export function csvTable(schema: z.ZodType): CsvTable {
  const known = tables.get(schema);
  if (known) return known;
  const made = csvTableOf(pathsOf(schema));
  tables.set(schema, made);
  return made;
}

/** The table of rows without a schema: a column for each path to a member. */
export function csvTableOf(paths: readonly (readonly string[])[]): CsvTable {
  const columns = paths.map((path) => path.join('.'));
  return { columns, head: csvRow(columns), rowOf: (wire) => csvRow(paths.map((path) => cellAt(wire, path))) };
}

type Path = readonly string[];

function pathsOf(schema: z.ZodType): readonly Path[] {
  const found = new Map(pathsIn(schema, []).map((path) => [path.join('.'), path]));
  // A member that is an object in one alternative and a plain value in another: one column, which holds the object as JSON.
  return [...found.values()].filter(
    (path) => !path.some((_, length) => length > 0 && found.has(path.slice(0, length).join('.'))),
  );
}

/** The paths of all plain members of the wire form, those of every alternative included. */
function pathsIn(schema: z.core.$ZodType, before: Path): Path[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) =>
      pathsIn(member as z.core.$ZodType, [...before, name]),
    );
  if (schema instanceof z.ZodPipe) return pathsIn(schema.def.in, before);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => pathsIn(option, before));
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return pathsIn(schema.def.innerType, before);
  // An alternative that is null adds no column to those of the others.
  return schema instanceof z.ZodNull ? [] : [before];
}

function cellAt(wire: unknown, path: Path): CsvCell {
  let value = wire;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvCell);
}
