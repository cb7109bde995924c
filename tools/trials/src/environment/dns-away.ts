import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { instantAt } from '@jeongsan/calendar';
import { type AppName, type Platform, setClocks } from '@jeongsan/market';
import { NotHere, type Trial } from '../frame/trial.js';
import type { Ground } from '../ground/ground.js';
import { atTheStartOf, inTheMiddleOf, playUnder } from '../load/play.js';
import { FIRST_PAYDAY } from '../load/small-market.js';
import { openStage } from '../load/stage.js';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => `/usr/lib/${machine}/libnss_wrapper.so`);
const NAME = 'provider.trial.test';
const AWAY_MS = 6_000;
/** The services that call the provider. */
const CALLERS: readonly AppName[] = [
  'payments-gateway',
  'settlement-reconciler',
  'payout-scheduler',
  'seller-onboarding',
];

/** A file of names that the resolver of a process reads instead of /etc/hosts; it sees each change. */
class Names {
  private constructor(private readonly file: string) {}

  static async in(ground: Ground): Promise<{ names: Names; variables: Readonly<Record<string, string>> }> {
    const library = LIBRARIES.find((each) => existsSync(each));
    if (library === undefined) throw new NotHere('libnss_wrapper is not where Debian puts it');
    const names = new Names(join(ground.folder, 'hosts'));
    await names.give();
    return { names, variables: { LD_PRELOAD: library, NSS_WRAPPER_HOSTS: names.file } };
  }

  give(): Promise<void> {
    return writeFile(this.file, `127.0.0.1 localhost\n127.0.0.1 ${NAME}\n`);
  }

  take(): Promise<void> {
    return writeFile(this.file, '127.0.0.1 localhost\n');
  }
}

/** The callers find the provider by its name from now on. */
async function byName(platform: Platform, variables: Readonly<Record<string, string>>): Promise<void> {
  const url = new URL(platform.apps['provider-sandbox'].url);
  url.hostname = NAME;
  const changed = { ...variables, PROVIDER_BASE_URL: url.origin };
  for (const app of CALLERS) await platform.apps[app].restart(changed);
}

/** The provider's name is gone, and so are the connections that are open to it. */
async function lose(platform: Platform, names: Names): Promise<void> {
  await names.take();
  await platform.apps['provider-sandbox'].restart();
}

/**
 * The name of the provider is gone for an hour of the platform's clock when sellers are due, and for some seconds while orders are
 * paid.
 */
export const dnsAway: Trial = {
  name: 'dns-away',
  shows: "the provider's name is gone for seconds while orders are paid, and for an hour when sellers are due",
  needs: ['libnss-wrapper'],
  run: async (ground) => {
    const { names, variables } = await Names.in(ground);
    const stage = await openStage(ground, { brought: {} });
    const { platform } = stage;
    await byName(platform, variables);
    const { figures } = await playUnder(stage, [
      {
        what: 'the name is gone for seconds',
        when: inTheMiddleOf('orders', 3),
        act: async () => {
          await lose(platform, names);
          await sleep(AWAY_MS);
          await names.give();
        },
      },
      {
        what: 'the name is gone from 09:00 to 10:00',
        when: atTheStartOf('dispatch', FIRST_PAYDAY),
        isAwaited: true,
        act: async (_witness, { date }, clocked) => {
          await lose(platform, names);
          for (const time of ['09:00:05', '09:30:00', '09:59:55']) {
            await setClocks(clocked, instantAt(date, time), AWAY_MS);
            await sleep(AWAY_MS);
          }
          await names.give();
        },
      },
    ]);
    return { ...figures, 'name away': `${AWAY_MS / 1000} s of orders, 1 h of the platform's clock before payouts` };
  },
};
