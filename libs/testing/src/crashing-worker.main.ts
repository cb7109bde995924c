import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresServerUrl, redisServerUrl, workerPort } from './env.js';
import { jobsApp, Script } from './jobs-app.js';

// A worker process for crashing-jobs.int.long.spec.ts: the job of one subject uses up all memory; all other jobs take a moment.
const script = new Script();
script.behave = async (subject) => {
  // Waits until jobs that were taken at the same moment are done: taken over together with this job, they would die with it
  // each time.
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
