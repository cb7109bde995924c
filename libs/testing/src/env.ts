const HINT = 'run `npm test`, or `node tools/stack/dist/with-stack.js --name test -- npx jest ...`';

/** Address of a Postgres server, with a role that may create databases. Throws when the tests run without one. */
export const postgresServerUrl = (): string => required('DATABASE_URL');

/** Address of a Redis that tests may empty. Throws when the tests run without one. */
export const redisServerUrl = (): string => required('REDIS_URL');

function required(name: 'DATABASE_URL' | 'REDIS_URL'): string {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: this test needs a real server; ${HINT}`);
  return url;
}

/** Whether golden files are written instead of compared: `UPDATE_GOLDEN=1`. */
export const isGoldenUpdate = (): boolean => process.env['UPDATE_GOLDEN'] === '1';

/** The address on which a worker in a process of its own listens. */
export const workerPort = (): number => Number.parseInt(process.env['PORT'] ?? '', 10);
