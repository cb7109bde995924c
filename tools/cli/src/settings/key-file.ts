import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { exits, Problem } from '../faults.js';
import type { Words } from '../texts/texts.js';
import { writeWhole } from './contexts.js';

const Kept = z.object({ url: z.string(), key: z.string() });
const OTHERS = 0o077;

const fileOf = (folder: string, context: string): string => join(folder, `${context}.key`);

export const keepKey = (folder: string, context: string, url: string, key: string): Promise<void> =>
  writeWhole(folder, fileOf(folder, context), `${JSON.stringify({ url, key })}\n`);

/**
 * The key that `login` kept for a context. Undefined: there is none, or it was kept for another address, to which alone the key
 * is sent. Throws for a file that others can read.
 */
export async function keptKey(folder: string, context: string, url: string, words: Words): Promise<string | undefined> {
  const path = fileOf(folder, context);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    // Asked of the open file: a path could lead to another file by the time it is read.
    const { mode } = await file.stat();
    if ((mode & OTHERS) !== 0) throw new Problem(exits.signIn, 'KEY_FILE_RIGHTS', words.keyFileRights(path));
    const kept = Kept.safeParse(parsed(await file.readFile('utf8'))).data;
    return kept?.url === url ? kept.key : undefined;
  } finally {
    await file.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
