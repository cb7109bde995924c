import { join } from 'node:path';
import { MachineProblem, onShutdown, shutdown } from '@jeongsan/child-processes';
import { offerClock } from './clock/offer-clock.js';
import { describePlatform } from './platform/describe-platform.js';
import { keptKeys } from './platform/keys.js';
import { startPlatform } from './platform/platform.js';
import { writeShellFile } from './platform/shell-file.js';
import { readStartSettings } from './start-settings.js';

// The same ports at every start, while they are free.
const PORTS_NEAR = 14_000;
/** A start takes less; a clock that shows more has run on since an earlier start. */
const START_MS_MAX = 120_000;
const GOES_ON = ', where the clock of this data stands: it never goes back';

/**
 * `npm start`: runs the whole platform with the provider's sandbox on this machine, on the machine's clock or on one that
 * `jeongsan clock` moves. Keeps its data; ends with Ctrl-C.
 */
async function main(): Promise<void> {
  const { name, clock, fresh } = readStartSettings(process.argv.slice(2));
  const platform = await startPlatform({
    ...{ name, fresh, portsNear: PORTS_NEAR, logLevel: 'info', peopleApprove: true },
    ...(clock !== undefined && { clockStartsAt: clock }),
    keys: (servers) => keptKeys(join(servers.folder, 'keys.json')),
    log: console.log,
  });
  // The stack stops the apps itself; we must close the other connections.
  onShutdown(() => platform.stop());
  const goesOn = (at: Date) => clock === undefined || Math.abs(at.getTime() - clock.getTime()) > START_MS_MAX;
  const lines = await offerClock(platform, (at) => (goesOn(at) ? GOES_ON : ''));
  const file = await writeShellFile(platform, lines.url);
  console.log(
    [...(await describePlatform(platform, file)), ...lines.text, '', 'Ctrl-C stops everything; the data stays.'].join(
      '\n',
    ),
  );
}

try {
  await main();
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
