/** One step of the schema. Released steps are never changed, because a database runs each step once. */
export type Migration = Readonly<{ name: string; statements: readonly string[] }>;
