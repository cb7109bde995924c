/** The address of the database whose books are checked; the user needs to read only. */
export const databaseUrl = (): string | undefined => process.env['DATABASE_URL'];
