import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { act } from '../acting.js';
import { follow, goTo } from '../clicking.js';
import type { Journey } from '../journey.js';
import type { Pair } from './pair.js';

const MONTH = '2026-05';
const BOOKS = join(import.meta.dirname, '../../../../books/dist/bundle/main.js');

/** One person asks to close the month, another one allows it. */
export async function closeMonth(journey: Journey, { operator, approver }: Pair): Promise<void> {
  await goTo(operator, 'Months');
  await follow(operator, `/months/${MONTH}`);
  await act(operator, 'closeMonth', { reason: 'May is complete', override: 'true' });
  await goTo(approver, 'Months');
  await follow(approver, `/months/${MONTH}`);
  await act(approver, 'approveMonthRequest');
  await journey.world.later();
  await approver.reload();
}

/** Downloads the auditor's file of the closed month by the browser. Returns where it lies. */
export async function downloadAuditorFile(journey: Journey, page: Page): Promise<string> {
  const downloaded = page.waitForEvent('download');
  await page.locator('[data-operation="getAuditorFile"]').click();
  const file = join(journey.world.platform.folder, 'auditor.zip');
  await (await downloaded).saveAs(file);
  return file;
}

/** What the command line says of an auditor's file. Throws when the file is not sound. */
export async function checkAuditorFile(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BOOKS, 'verify', file]);
  return stdout;
}
