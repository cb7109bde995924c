import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresServerUrl, redisServerUrl, workerPort } from './env.js';
import { jobsApp, Script } from './jobs-app.js';

// A worker process for crashing-jobs.int.long.spec.ts: one subject eats all memory there is, all others take a moment.
const script = new Script();
script.behave = async (subject) => {
  // Whoever was taken in the same moment is done by then: taken over together, they would die together each time.
  if (subject === 'eats-memory') await sleep(200);
  const eaten: string[][] = [];
  while (subject === 'eats-memory')
    eaten.push(Array.from({ length: 100_000 }, (_, i) => `${subject}-${i}-${eaten.length}`));
  await sleep(20);
};
const app = await jobsApp({
  databaseUrl: postgresServerUrl(),
  redisUrl: redisServerUrl(),
  script,
  controlledClock: false,
  republishAfterMs: 45_000,
});
await app.listen(workerPort(), '127.0.0.1');
