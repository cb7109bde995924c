import { connectDatabase } from './data-source.js';
import { migrateEnv } from './env.js';
import { migratePatiently } from './migrate-patiently.js';

/**
 * Runs all pending migrations and grants each service its rights. A deployment runs this program once before it starts the
 * services; services never migrate.
 */
async function main(): Promise<void> {
  const { url, prefix } = migrateEnv();
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'migrate' });
  try {
    const done = await migratePatiently(db, prefix, (line) => console.log(line));
    console.log(
      'newer' in done
        ? `Nothing was done: the database is of a newer release, which made ${done.newer.join(', ')}`
        : `${done.applied} migrations were applied, and the roles ${prefix}_* have their rights`,
    );
  } finally {
    await db.destroy();
  }
}

try {
  await main();
} catch (error) {
  console.error(`The database was not migrated: ${(error as Error).message}`);
  process.exitCode = 1;
}
