import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { privateFolder } from './private-folder.js';

/** Linux keeps this folder in memory. */
export const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A run of all tests needs less than half of it. */
const ROOM_MIN_BYTES = 3 * 1024 ** 3;

/** Like `privateFolder`, but in memory: for data that nobody needs after the run. Undefined where there is no room for it. */
export async function memoryFolder(root: string): Promise<string | undefined> {
  const found = await statfs(MEMORY).catch(() => undefined);
  if (found?.type !== TMPFS || found.bavail * found.bsize < ROOM_MIN_BYTES || freemem() < 2 * ROOM_MIN_BYTES)
    return undefined;
  return privateFolder(root, MEMORY);
}
