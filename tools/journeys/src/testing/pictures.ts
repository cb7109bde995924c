import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGoldenUpdate } from '@jeongsan/testing';
import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, '.local/pictures');
/** Pictures of the documents, made anew with UPDATE_GOLDEN=1. */
const DOCUMENTS = join(ROOT, 'docs/pictures');

/** Keeps a picture of the whole page under .local/pictures, to be looked at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Keeps a picture for docs/: what the window shows, without what is below. */
export async function keepDocumentPicture(page: Page, name: string): Promise<void> {
  const folder = isGoldenUpdate() ? DOCUMENTS : FOLDER;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
