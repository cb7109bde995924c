import { parseArgs } from 'node:util';
import { describeMachine, endWith, failures, machineText, resultText } from '@jeongsan/bench/measuring';
import { startPlatform } from '@jeongsan/market';
import { launchBrowser } from '@jeongsan/testing/browser';
import { fillPayouts } from './payouts.js';
import { scrollResult, todayResult } from './results.js';
import { scrollPayouts } from './scrolling.js';
import { usableMs } from './today.js';

const SIZES = { full: { rows: 100_000, loads: 15, seconds: 8 }, quick: { rows: 2_000, loads: 3, seconds: 2 } };

/** Measures the console on a platform of its own, and tells whether it is as quick as it should be. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const { rows, loads, seconds } = SIZES[values.quick ? 'quick' : 'full'];
  const say = (line: string): void => console.error(`   ... ${line}`);
  const settings = { 'front-door': { API_REQUESTS_PER_MINUTE: '1000000' } };
  say('starting the platform');
  const platform = await startPlatform({ name: 'bench-console', fresh: true, settings });
  console.log(`${machineText(await describeMachine({ postgres: 'embedded', redis: 'own' }, platform.folder))}\n`);
  say(`writing ${rows.toLocaleString('en')} payouts`);
  await fillPayouts(platform.databaseUrl, rows);
  const browser = await launchBrowser();
  try {
    say('loading Today');
    const today = todayResult(await usableMs(browser, platform, loads));
    console.log(resultText(today));
    say('scrolling the payouts');
    const scrolled = scrollResult(await scrollPayouts(browser, platform, { rows, seconds }), rows);
    console.log(resultText(scrolled));
    const failed = failures([today, scrolled], { judges: !values.quick });
    for (const failure of failed) console.log(`FAILED: ${failure}`);
    return failed.length === 0;
  } finally {
    await browser.close();
    await platform.stop();
  }
}

await endWith(main);
