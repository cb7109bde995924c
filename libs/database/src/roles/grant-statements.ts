import { levels, type Access, type ServiceGrants } from './grants.js';
import { databaseServices, roleOf, type DatabaseService } from './logins.js';

/** The schemas, tables and functions of the database to which rights can be granted. */
export type Catalog = Readonly<{
  /** The platform's schemas, without `public`. */
  schemas: readonly string[];
  /** Column names by `schema.table`. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** Overloads with argument types by `schema.function`, as Postgres writes them. */
  functions: ReadonlyMap<string, readonly string[]>;
}>;

/** The table of one month, or of the rows without one: read and written through the table that it is a part of. */
const MONTH = /_(\d{4}_\d{2}|rest)$/;

type Grants = Readonly<Record<DatabaseService, ServiceGrants>>;

/**
 * SQL that revokes all rights of the services and grants those in `grants`. Throws RangeError when `grants` names a table or
 * function that does not exist.
 */
export function grantStatements(catalog: Catalog, grants: Grants, prefix: string): string[] {
  return [
    ...emptied(catalog, prefix),
    ...databaseServices.flatMap((service) => given(catalog, grants[service], roleOf(prefix, service))),
  ];
}

function emptied({ schemas, tables, functions }: Catalog, prefix: string): string[] {
  const everybody = ['public', ...databaseServices.map((service) => quoted(roleOf(prefix, service)))].join(', ');
  return [
    `revoke create on schema public from ${everybody}`,
    `revoke all on schema ${schemas.join(', ')} from ${everybody}`,
    `revoke all on all sequences in schema ${schemas.join(', ')} from ${everybody}`,
    `revoke all on ${[...tables.keys()].join(', ')} from ${everybody}`,
    `revoke all on function ${[...functions.values()].flat().join(', ')} from ${everybody}`,
  ];
}

function given({ tables, functions }: Catalog, wanted: ServiceGrants, role: string): string[] {
  assertKnown(Object.keys(wanted.tables), tables);
  assertKnown(wanted.functions, functions);
  const onTables = [...tables].flatMap(([table, columns]) => {
    if (MONTH.test(table)) return [];
    const access = wanted.tables[table] ?? wanted.tables[wholeSchemaOf(table)];
    return access === undefined ? [] : onTable(table, columns, access, role);
  });
  const onFunctions = [...functions]
    .filter(([name]) => wanted.functions.includes(name) || wanted.functions.includes(wholeSchemaOf(name)))
    .flatMap(([, forms]) => forms.map((form) => `grant execute on function ${form} to ${quoted(role)}`));
  const schemas = new Set(Object.keys(wanted.tables).map(schemaOf).concat(wanted.functions.map(schemaOf)));
  return [
    ...[...schemas].map((schema) => `grant usage on schema ${schema} to ${quoted(role)}`),
    ...onTables,
    ...onFunctions,
  ];
}

function onTable(table: string, columns: readonly string[], access: Access, role: string): string[] {
  if (typeof access === 'string' && access !== 'unsealed') {
    const privileges = levels[access];
    return privileges.length === 0 ? [] : [`grant ${privileges.join(', ')} on ${table} to ${quoted(role)}`];
  }
  const readable = access === 'unsealed' ? columns.filter((column) => !column.endsWith('_sealed')) : access;
  return [`grant select (${readable.map(quoted).join(', ')}) on ${table} to ${quoted(role)}`];
}

function assertKnown(names: readonly string[], known: ReadonlyMap<string, unknown>): void {
  const missing = names.filter((name) => !name.endsWith('.*') && !known.has(name));
  if (missing.length > 0) throw new RangeError(`Granted, but not in the database: ${missing.join(', ')}`);
}

const schemaOf = (name: string): string => name.split('.')[0] ?? '';
const wholeSchemaOf = (name: string): string => `${schemaOf(name)}.*`;

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
