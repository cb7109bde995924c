import { mkdtemp, rm } from 'node:fs/promises';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MachineProblem, onShutdown, shutdown, Undo } from '@jeongsan/child-processes';
import { upgradeTrial } from './upgrade.js';

/** Runs the trial by itself; prints its figures. Exit code 1 when it failed: the logs are left then. */
const folder = await mkdtemp(join(tmpdir(), 'jeongsan-trial-upgrade-'));
// Postgres runs under another account than root.
await chmod(folder, 0o711);
const undo = new Undo();
onShutdown(() => undo.run());
try {
  const begun = performance.now();
  const figures = await upgradeTrial({ folder, undo, say: (line) => console.log(line) });
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figure}`);
  console.log(`upgrade: passed in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
} catch (error) {
  console.error(error instanceof MachineProblem ? error.message : error);
  console.error(`The logs are in ${folder}`);
  process.exitCode = 1;
}
await undo.run();
await shutdown();
if (process.exitCode !== 1) await rm(folder, { recursive: true, force: true });
process.exit();
