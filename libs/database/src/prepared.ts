import pg from 'pg';

const names = new Map<string, string>();

/**
 * Declares a statement that runs often enough for each connection to keep it parsed, which halves what a short one costs. Returns
 * it as it is: a text to be passed to `query`, or a statement with named parameters. For fixed texts only: every one stays in every
 * connection for good.
 */
export function prepared<Sql extends string | Readonly<{ text: string }>>(name: string, sql: Sql): Sql {
  names.set(typeof sql === 'string' ? sql : sql.text, name);
  return sql;
}

/** A connection that runs the declared statements by name. TypeORM knows texts only. */
export class PreparingClient extends pg.Client {
  // The same parameters as the many overloads of its parent, in the one form that all of them are passed on in.
  override query = (...[statement, ...rest]: unknown[]): never => {
    const name = typeof statement === 'string' ? names.get(statement) : undefined;
    const run = super.query.bind(this) as (...parameters: unknown[]) => never;
    return run(name === undefined ? statement : { name, text: statement }, ...rest);
  };
}

/** A connection that runs every statement without its name. */
export class UnnamedClient extends pg.Client {
  override query = (...[statement, ...rest]: unknown[]): never => {
    const run = super.query.bind(this) as (...parameters: unknown[]) => never;
    // A Submittable, such as a COPY, has no name; what is passed on must stay the object that it is.
    if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement) {
      return run(statement, ...rest);
    }
    return run({ ...statement, name: undefined }, ...rest);
  };
}
