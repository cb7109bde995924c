import { setUpEnv } from './env.js';
import { setUpDatabases } from './roles/set-up.js';

/** Creates the roles and databases, with an administrator's login. A repeated run changes only passwords. */
try {
  const { adminUrl, setUp } = setUpEnv();
  await setUpDatabases(adminUrl, setUp);
  console.log(`Databases ${setUp.database} and ${setUp.sandboxDatabase} are there, with the roles ${setUp.prefix}_*`);
} catch (error) {
  console.error(`The databases were not set up: ${(error as Error).message}`);
  process.exitCode = 1;
}
