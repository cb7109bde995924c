/** One step of the schema. Steps are only ever added: a database that ran one never runs it again. */
export type Migration = Readonly<{ name: string; statements: readonly string[] }>;
