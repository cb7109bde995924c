import { join, resolve } from 'node:path';
import { withUsage } from '@jeongsan/child-processes';
import { dispatchMeasurements } from './dispatch/measurements.js';
import { doorMeasurements } from './door/measurements.js';
import { benchEnv } from './env.js';
import { endWith } from './harness/end-with.js';
import { BenchServer } from './harness/bench-server.js';
import { gatewayMeasurements } from './gateway/measurements.js';
import { describeMachine } from './harness/machine.js';
import type { Bench, Measurement } from './harness/measurement.js';
import { readOptions } from './harness/options.js';
import { failures, machineText, resultText, writeResults, type Reported } from './harness/report.js';
import { idleMeasurements } from './idle/measurements.js';
import { ledgerMeasurements } from './ledger/measurements.js';
import { planMeasurements } from './plan/measurements.js';
import { downloadMeasurements } from './reconcile/download.js';
import { sandboxMeasurements } from './sandbox/measurements.js';
import { matchMeasurements } from './reconcile/match.js';
import { redisVersion, takeRedis } from './webhooks/bench-redis.js';
import { webhookMeasurements } from './webhooks/measurements.js';

const FOLDER = resolve(import.meta.dirname, '../../.local/bench');
const measurements: readonly Measurement[] = [
  ...ledgerMeasurements,
  ...webhookMeasurements,
  ...sandboxMeasurements,
  ...planMeasurements,
  ...dispatchMeasurements,
  ...gatewayMeasurements,
  ...doorMeasurements,
  ...downloadMeasurements,
  ...matchMeasurements,
  ...idleMeasurements,
];

const usage = [
  'Usage: npm run bench [-- NAME...] [--quick] [--pairs N] [--seconds S] [--sellers N] [--rows N]',
  ...measurements.map(({ name, title }) => `  ${name.padEnd(20)} ${title}`),
].join('\n');

/** Runs the measurements asked for, one after the other, and tells whether all is well. */
async function main(): Promise<boolean> {
  const { options, wanted } = withUsage(usage, (args) => {
    const read = readOptions(args);
    return { options: read, wanted: chosen(read.names) };
  });
  const { databaseUrl, redisUrl } = benchEnv();
  const server = await BenchServer.connect(databaseUrl);
  const redis = await takeRedis(redisUrl);
  const say = (line: string): void => console.error(`   ... ${line}`);
  const bench: Bench = { server, redisUrl, options, folder: FOLDER, say };
  const servers = { postgres: await server.version(), redis: await redisVersion(redisUrl) };
  const machine = await describeMachine(servers, FOLDER);
  console.log(`${machineText(machine)}\n`);

  const reported: Reported[] = [];
  for (const measurement of wanted) {
    reported.push({ measurement, result: await measurement.run(bench) });
    console.log(resultText(reported.at(-1) as Reported));
    await server.dropDatabases();
    // Keys of the services' queues are left: the next run would refuse them as foreign jobs.
    await redis.empty();
  }
  await writeResults(join(FOLDER, 'results.json'), { machine, options, reported });
  await server.close();
  await redis.stop();

  const failed = failures(reported, { judges: !options.isQuick });
  for (const failure of failed) console.log(`FAILED: ${failure}`);
  if (options.isQuick)
    console.log('A quick run shows that everything works, not how fast it is: no number was held against its line.');
  return failed.length === 0;
}

const groupOf = ({ name }: Measurement): string => name.split('-')[0] ?? name;

function chosen(names: readonly string[]): readonly Measurement[] {
  const means = (name: string, m: Measurement): boolean => m.name === name || groupOf(m) === name;
  const wanted = measurements.filter((m) => names.length === 0 || names.some((name) => means(name, m)));
  if (wanted.length > 0) return wanted;
  throw new RangeError(`There is no measurement ${names.join(', ')}`);
}

await endWith(main);
