import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

const LOCK = join(tmpdir(), 'jeongsan-chromium.lock');
const LOCK_STALE_MS = 60_000;

/** A real, headless Chromium from npm packages. The first start on a machine unpacks it; one process at a time does so. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await unpacked();
  // In one process, the browser would end with its last page.
  const args = chromium.args.filter((arg) => arg !== '--single-process');
  return playwright.launch({ executablePath, args, headless: true });
}

async function unpacked(): Promise<string> {
  const release = await lock();
  try {
    return await chromium.executablePath();
  } finally {
    await release();
  }
}

async function lock(): Promise<() => Promise<void>> {
  const isMine = () =>
    mkdir(LOCK).then(
      () => true,
      () => false,
    );
  while (!(await isMine())) {
    const held = await stat(LOCK).catch(() => undefined);
    // A process that was killed while it held the lock leaves it behind.
    if (held && Date.now() - held.mtimeMs > LOCK_STALE_MS) await rm(LOCK, { recursive: true, force: true });
    await sleep(50);
  }
  return () => rm(LOCK, { recursive: true, force: true });
}
