import { MachineProblem, shutdown } from '@jeongsan/child-processes';
import { alertsTrial } from './observability/alerts-trial.js';
import { dashboardsTrial } from './observability/dashboards-trial.js';
import type { Figures } from './observability/prometheus.js';

const trials: Readonly<Record<string, () => Promise<Figures>>> = { alerts: alertsTrial, dashboards: dashboardsTrial };

/** `npm run trials -- NAME`. Exit codes: 0 the trial holds, 1 it does not, 2 there is no such trial or the machine lacks something. */
async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2);
  const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
  if (!trial) {
    console.error(`Usage: npm run trials -- <${Object.keys(trials).join('|')}>`);
    return 2;
  }
  try {
    for (const [what, figure] of Object.entries(await trial())) console.log(`${what}: ${figure}`);
    return 0;
  } catch (error) {
    console.error(error instanceof MachineProblem ? error.message : error);
    return error instanceof MachineProblem ? 2 : 1;
  }
}

const code = await main();
await shutdown();
process.exit(code);
