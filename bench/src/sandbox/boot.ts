import type { Bench, Result } from '../harness/measurement.js';
import { spread } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { startSandbox } from './sandbox-process.js';

const BOOT_LINE: Line = { atMost: 2, aim: 1.5 };
const STARTS = { full: 7, quick: 2 };

/** From the start of the process to its being ready, on a database that it has used before. */
export async function boot(bench: Bench): Promise<Result> {
  const url = await bench.server.createDatabase('boot');
  await (await startSandbox(bench, 'boot', url)).stop();
  const seconds: number[] = [];
  for (let starts = bench.options.isQuick ? STARTS.quick : STARTS.full; starts > 0; starts -= 1) {
    const start = performance.now();
    const app = await startSandbox(bench, 'boot', url);
    seconds.push((performance.now() - start) / 1_000);
    await app.stop();
  }
  return {
    summaries: [],
    findings: [finding('seconds from start to ready', spread(seconds), BOOT_LINE, seconds)],
    notes: [],
    problems: [],
  };
}
