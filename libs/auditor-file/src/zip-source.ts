import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ArchiveSource } from './checker.js';

// The records of a ZIP archive (APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16).
const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const LOCAL = { signature: 0x04034b50, bytes: 30 } as const;
const DEFLATED = 8;
const PIECE_BYTES = 65_536;

type Entry = Readonly<{ name: string; method: number; bytes: number; offset: number }>;

/** The files of a ZIP archive, read from disk piece by piece. Throws for a file that is none. */
export async function zipSource(path: string): Promise<ArchiveSource & { close: () => Promise<void> }> {
  const file = await open(path);
  const entries = await readEntries(file).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return {
    names: async () => [...entries.keys()],
    read: (name) => contentOf(file, name, entries.get(name)),
    close: () => file.close(),
  };
}

async function readEntries(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tail = await readAt(
    file,
    Math.max(0, size - END.bytes - END.commentMax),
    Math.min(size, END.bytes + END.commentMax),
  );
  let at = tail.length - END.bytes;
  while (at >= 0 && tail.readUInt32LE(at) !== END.signature) at -= 1;
  if (at < 0) throw new Error('This is no ZIP archive');
  const directory = await readAt(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
  const entries = new Map<string, Entry>();
  for (let place = 0; place < directory.length;) {
    if (directory.readUInt32LE(place) !== ENTRY.signature) throw new Error('The directory of the archive is damaged');
    const nameEnd = place + ENTRY.bytes + directory.readUInt16LE(place + 28);
    const name = directory.toString('utf8', place + ENTRY.bytes, nameEnd);
    if (entries.has(name)) throw new Error(`The archive has two files ${name}`);
    entries.set(name, {
      name,
      method: directory.readUInt16LE(place + 10),
      bytes: directory.readUInt32LE(place + 20),
      offset: directory.readUInt32LE(place + 42),
    });
    place = nameEnd + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32);
  }
  return entries;
}

async function* contentOf(file: FileHandle, name: string, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) throw new Error(`The archive has no file ${name}`);
  const local = await readAt(file, entry.offset, LOCAL.bytes);
  if (local.readUInt32LE(0) !== LOCAL.signature) throw new Error(`${name} is damaged`);
  const start = entry.offset + LOCAL.bytes + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (entry.bytes === 0) return;
  const stored = Readable.from(pieces(file, start, start + entry.bytes));
  const content = entry.method === DEFLATED ? stored.pipe(createInflateRaw()) : stored;
  for await (const chunk of content) yield chunk as Uint8Array;
}

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE_BYTES) yield await readAt(file, at, Math.min(PIECE_BYTES, end - at));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The archive ends too early');
  return buffer;
}
