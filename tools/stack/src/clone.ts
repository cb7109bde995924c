import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The folder of this clone: src and dist lie equally deep in it. */
export const cloneRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** A short name for a folder that differs between clones. */
export function folderHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12);
}
