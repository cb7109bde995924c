import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The root folder of this clone; correct from src and from dist, which have the same depth. */
export const cloneRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** A short name for a folder, different for each clone. */
export function folderHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12);
}
