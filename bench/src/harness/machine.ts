import { mkdir, open, rm } from 'node:fs/promises';
import { arch, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.js';

/** What the numbers were measured on. Without it they mean nothing. */
export type Machine = Readonly<{
  node: string;
  postgres: string;
  redis: string;
  system: string;
  cpus: string;
  fdatasyncMs: number;
  loadAverage: readonly number[];
}>;

export async function describeMachine(servers: { postgres: string; redis: string }, folder: string): Promise<Machine> {
  return {
    node: process.version,
    ...servers,
    system: `${platform()} ${arch()}`,
    cpus: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    fdatasyncMs: await fdatasyncMs(folder),
    loadAverage: loadavg().map((load) => Math.round(load * 100) / 100),
  };
}

const SYNCS = 50;
const BLOCK_BYTES = 8_192;

/** How long this disk takes to promise that a block is safe: the shortest any commit can last. */
async function fdatasyncMs(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'fdatasync.tmp');
  const file = await open(path, 'w');
  try {
    const times: number[] = [];
    for (let i = 0; i < SYNCS; i += 1) {
      await file.write(Buffer.alloc(BLOCK_BYTES, i), 0, BLOCK_BYTES, i * BLOCK_BYTES);
      const begun = performance.now();
      await file.datasync();
      times.push(performance.now() - begun);
    }
    return median(times);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
