import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file whole or not at all: beside the former one, which is replaced when the last byte is there. A write that breaks off, as on
 * a full disk, leaves the former one as it was. A device or a pipe has no former content and is written to.
 */
export async function replaceFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  // The file that a link leads to is replaced, not the link.
  const file = await realpath(path).catch(() => path);
  const former = await stat(file).catch(() => undefined);
  if (former?.isFile() === false) return writeFile(file, bytes);
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, bytes, { flag: 'wx', mode: former?.mode ?? 0o666 });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
