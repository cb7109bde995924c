import { readFile } from 'node:fs/promises';
import { usageProblem } from '../faults.js';
import type { Session } from '../session.js';

/** The JSON of `--data`: the text itself, `@file`, or `-` for stdin. Throws Problem for what cannot be read. */
export async function readData({ terminal, words }: Session, data: string): Promise<unknown> {
  const text = await textOf(data, terminal.input, words.noFile);
  try {
    return JSON.parse(text);
  } catch {
    throw usageProblem(words.noData, 'NO_DATA');
  }
}

const textOf = async (data: string, stdin: () => Promise<string>, refusal: (path: string) => string) =>
  data === '-' ? stdin() : data.startsWith('@') ? (await bytesIn(data.slice(1), refusal)).toString('utf8') : data;

/** A file that a person named. Throws Problem with its path. */
export async function bytesIn(path: string, refusal: (path: string) => string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageProblem(`${refusal(path)} (${code ?? 'FAULT'})`, 'NO_FILE');
  }
}
