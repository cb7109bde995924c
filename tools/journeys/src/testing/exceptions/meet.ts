import type { NeedKind } from '@jeongsan/platform-contract';
import type { Page } from 'playwright-core';
import { act } from '../acting.js';
import { goTo } from '../clicking.js';
import { isShown } from '../crawl.js';
import type { Journey } from '../journey.js';
import type { Person } from '../people.js';
import { sumsAgree } from '../sums.js';
import type { Exception } from './exception.js';
import { exceptions } from './exceptions.js';

/** From Today to the evidence; the act itself then takes its button and the dialog's. */
const CLICKS_MAX = 3;
const decides: readonly Person[] = ['operator', 'approver', 'admin'];

export type Windows = ReadonlyMap<Person, Page>;

/** A window for each of the people who settle what waits on Today. */
export async function openWindows(journey: Journey): Promise<Windows> {
  const windows = new Map<Person, Page>();
  for (const who of decides) windows.set(who, await journey.windowOf(who));
  return windows;
}

/** A person goes from Today to the evidence of one kind of work, and settles it. Throws when that takes more than the clicks allowed. */
export async function meet({ world }: Journey, windows: Windows, kind: NeedKind): Promise<void> {
  const { arise, who, clicks, evidence, settle, after }: Exception = exceptions[kind];
  const page = windows.get(who);
  if (page === undefined) throw new Error(`${who} has no window`);
  await arise(world);
  await goTo(page, 'Today');
  await page.reload();
  const way = [`[data-need="${kind}"] a`, ...clicks];
  if (way.length > CLICKS_MAX) throw new Error(`${kind}: ${way.length} clicks to the evidence, not ${CLICKS_MAX}`);
  for (const selector of way) await page.locator(selector).first().click();
  await page.locator(evidence).first().waitFor();
  await isShown(page);
  await sumsAgree(page);
  if ('operation' in settle) await act(page, settle.operation, settle.fields);
  await after?.(world);
}
