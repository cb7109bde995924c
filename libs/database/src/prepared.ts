import pg from 'pg';

const names = new Map<string, string>();

/**
 * Registers a frequent SQL text as a prepared statement, which halves the cost of a short query. Returns its argument
 * unchanged: a text for `query`, or a statement with named parameters. For constant texts only: each prepared statement stays
 * in every connection.
 */
export function prepared<Sql extends string | Readonly<{ text: string }>>(name: string, sql: Sql): Sql {
  names.set(typeof sql === 'string' ? sql : sql.text, name);
  return sql;
}

/** A pg client that runs registered texts as prepared statements. TypeORM itself passes texts only. */
export class PreparingClient extends pg.Client {
  // One rest parameter stands for the many overloads of `pg.Client.query`; all arguments are passed on.
  override query = (...[statement, ...rest]: unknown[]): never => {
    const name = typeof statement === 'string' ? names.get(statement) : undefined;
    const run = super.query.bind(this) as (...parameters: unknown[]) => never;
    return run(name === undefined ? statement : { name, text: statement }, ...rest);
  };
}

/** A pg client that prepares no statement. */
export class UnnamedClient extends pg.Client {
  override query = (...[statement, ...rest]: unknown[]): never => {
    const run = super.query.bind(this) as (...parameters: unknown[]) => never;
    // A Submittable, such as a COPY, has no name and must be passed on as the same object.
    if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement) {
      return run(statement, ...rest);
    }
    return run({ ...statement, name: undefined }, ...rest);
  };
}
