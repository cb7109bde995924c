import { onShutdown } from '@jeongsan/child-processes';
import { offerClock } from './clock/offer-clock.js';
import { describePlatform } from './platform/describe-platform.js';
import type { Platform } from './platform/platform.js';
import { writeShellFile } from './platform/shell-file.js';

/** Leaves a played month standing for looking around: prints addresses, keys and things to try. Never returns: Ctrl-C ends it. */
export async function stay(platform: Platform): Promise<never> {
  onShutdown(() => platform.stop());
  const clock = await offerClock(platform);
  const file = await writeShellFile(platform, clock.url);
  const tries = await thingsToTry(platform);
  console.log(
    [...(await describePlatform(platform, file)), ...clock.text, ...tries, '', 'Ctrl-C stops everything.'].join('\n'),
  );
  return new Promise(() => undefined);
}

/** Commands for the shell that has sourced the file `env`, on things of this month. */
async function thingsToTry({ clients: { scheduler, reconciler } }: Platform): Promise<string[]> {
  const { items: paid } = await scheduler.listPayoutViews({ query: { state: 'paid', limit: 1 } });
  const { items: nights } = await reconciler.listNightProofs({ query: { limit: 1 } });
  const tries = [
    ['who was not paid, and why', 'jeongsan payout list --state failed'],
    ['why a payout is as much as it is', `jeongsan payout explain ${paid[0]?.id}`],
    ['the differences that the nights found', 'jeongsan break list --limit 5'],
    ['compute the proof of the last night again', `jeongsan proof replay ${nights[0]?.businessDate} --yes`],
    ['let another day pass', 'jeongsan clock advance 1d'],
  ] as const;
  return [
    '',
    '해 볼 것 Things to try, in a shell that has read that file',
    ...tries.flatMap(([why, command]) => [`  ${why}`, `    $ ${command}`]),
  ];
}
