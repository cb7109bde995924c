import { connectDatabase, migrate, missingMigrations } from './data-source.js';
import { migrateEnv } from './env.js';
import { applyGrants } from './roles/apply-grants.js';

/**
 * Runs all pending migrations and grants each service its rights. A deployment runs this program once before it starts the
 * services; services never migrate.
 */
async function main(): Promise<void> {
  const { url, prefix } = migrateEnv();
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'migrate' });
  try {
    const missing = await missingMigrations(db);
    await migrate(db);
    await applyGrants(db, prefix);
    console.log(`${missing.length} migrations were applied, and the roles ${prefix}_* have their rights`);
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
