import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../env.js';
import { usageProblem } from '../faults.js';
import type { Words } from '../texts/texts.js';

/** The name is a part of a file's name. */
export const ContextName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/);
const Contexts = z.object({
  current: ContextName.nullable(),
  contexts: z.record(ContextName, z.object({ url: z.string() })),
});
export type Contexts = z.output<typeof Contexts>;
export const DEFAULT_CONTEXT = 'default';

const fileIn = (folder: string): string => join(folder, 'contexts.json');

export async function readContexts(folder: string): Promise<Contexts> {
  const text = await readIfAny(fileIn(folder));
  if (text === undefined) return { current: null, contexts: {} };
  return Contexts.parse(JSON.parse(text));
}

export async function writeContexts(folder: string, contexts: Contexts): Promise<void> {
  await writeWhole(folder, fileIn(folder), `${JSON.stringify(contexts, null, 2)}\n`);
}

/** Writes a file that only its owner can read, as a whole or not at all. */
export async function writeWhole(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}

export async function readIfAny(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The context that a command speaks to. A context named by a flag goes before JEONGSAN_URL. */
export type Place = Readonly<{ context: string; url: string | undefined }>;

export async function placeOf({ folder, url }: Settings, named: string | undefined, words: Words): Promise<Place> {
  const { current, contexts } = await readContexts(folder);
  const context = named ?? current ?? DEFAULT_CONTEXT;
  if (named === undefined) return { context, url: url ?? contexts[context]?.url };
  if (!contexts[named]) throw usageProblem(words.noContext(named), 'NO_CONTEXT');
  return { context, url: contexts[named].url };
}
