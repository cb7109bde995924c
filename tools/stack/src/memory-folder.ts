import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { privateFolder } from './private-folder.js';

/** A folder that Linux keeps in memory. */
export const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** Required free space: a run of all tests needs less than half of it. */
const ROOM_MIN_BYTES = 3 * 1024 ** 3;

/** As `privateFolder`, in memory, for data that is not needed after the run. Undefined: not enough space. */
export async function memoryFolder(root: string): Promise<string | undefined> {
  const found = await statfs(MEMORY).catch(() => undefined);
  if (found?.type !== TMPFS || found.bavail * found.bsize < ROOM_MIN_BYTES || freemem() < 2 * ROOM_MIN_BYTES)
    return undefined;
  return privateFolder(root, MEMORY);
}
