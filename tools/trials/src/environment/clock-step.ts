import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames, type AppName } from '@jeongsan/market';
import { NotHere, type Trial } from '../frame/trial.js';
import type { Ground } from '../ground/ground.js';
import { inTheMiddleOf, atTheStartOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
);
/** libfaketime looks into its file once in a second. */
const SEEN_MS = 3_000;

/** Settings by which a process takes its wall clock from a file; its monotonic clock stays the machine's. */
function clockFrom(file: string): Readonly<Record<string, string>> {
  const library = LIBRARIES.find((each) => existsSync(each));
  if (library === undefined) throw new NotHere('libfaketime is not where Debian puts it');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

type Settings = Partial<Record<AppName, Readonly<Record<string, string>>>>;

/** A clock that all services share, and that is stepped by writing a file. */
async function steppedClock(ground: Ground) {
  const file = join(ground.folder, 'clock');
  const step = async (offset: string): Promise<void> => {
    await writeFile(file, `${offset}\n`);
    await sleep(SEEN_MS);
  };
  await writeFile(file, '+0\n');
  const variables = clockFrom(file);
  const settings: Settings = {};
  for (const name of serviceNames) settings[name] = variables;
  return { step, settings };
}

/**
 * The wall clock of all five services steps forward by an hour and back, while orders are paid and while sellers are paid; the
 * clocks of Postgres, Redis and the provider do not.
 */
export const clockStep: Trial = {
  name: 'clock-step',
  shows:
    "the services' clocks step by + 1 h and - 1 h under load, away from those of the servers: the totals are the same",
  needs: ['faketime'],
  run: async (ground) => {
    const { step, settings } = await steppedClock(ground);
    const stage = await openStage(ground, { brought: {}, settings });
    const { figures } = await playUnder(stage, [
      { what: 'one hour forward', when: inTheMiddleOf('orders', 3), act: () => step('+1h') },
      { what: 'one hour back', when: inTheMiddleOf('orders', 4), act: () => step('+0') },
      { what: 'one hour forward', when: atTheStartOf('dispatch', FIRST_PAYDAY), act: () => step('+1h') },
      { what: 'one hour back', when: atTheStartOf('reconcile', FIRST_PAYDAY + 1), act: () => step('+0') },
    ]);
    return { ...figures, steps: '+ 1 h, - 1 h, twice' };
  },
};
