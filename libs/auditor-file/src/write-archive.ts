import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { readmes } from './readmes.js';
import type { Period } from './rows.js';

export const FORMAT = 'jeongsan-auditor-file/1';
/** An archive without the ZIP64 extension ends at 4 GiB. */
const BYTES_MAX = 0xffff_ffff;

/** Lines of one file. Chunks of one file follow one another; a chunk without lines makes an empty file. */
export type FileChunk = Readonly<{ name: string; lines: readonly string[] }>;
export type Signer = Readonly<{ publicKey: Readonly<{ kid: string; x: string }>; sign: (bytes: Buffer) => string }>;

/**
 * The bytes of an auditor's file: instructions, the program that checks it, the files of the period, and a signed manifest of
 * hashes. Written while the lines are read, so that memory does not grow with the period; the same lines give the same bytes.
 */
export async function* writeArchive(
  period: Period,
  chunks: AsyncIterable<FileChunk>,
  signer: Signer,
): AsyncGenerator<Uint8Array> {
  const out = archive(`${period.from}-01`);
  for (const [name, text] of Object.entries({ ...readmes(period), 'check.mjs': checkProgram() })) {
    out.open(name, false);
    out.write(text);
    yield* out.take();
  }
  for await (const { name, lines } of chunks) {
    out.open(name, true);
    if (lines.length > 0) out.write(`${lines.join('\n')}\n`, lines.length);
    yield* out.take();
  }
  const { kid, x } = signer.publicKey;
  const manifest = JSON.stringify({ format: FORMAT, period, files: out.files(), key: { kid, x } }, null, 1);
  out.last('manifest.json', manifest);
  out.last('manifest.sig', `${signer.sign(Buffer.from(manifest))}\n`);
  out.end();
  yield* out.take();
}

/** The compiled files of the checker, in the order in which they need each other. */
const PROGRAM = ['rows.js', 'statements.js', 'checker.js'] as const;

/** The compiled checker with a call at its end: one file that needs Node alone. */
function checkProgram(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@jeongsan/auditor-file/checker'));
  const compiled = PROGRAM.map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
    .replace(/^import [^;]* from '\.\/[^']+';\n/gm, '')
    .replace(/^\/\/# sourceMappingURL=.*\n?/gm, '');
  const call = `process.exitCode = await checkAndTell(folderSource(import.meta.dirname), process.argv.slice(2), console.log);`;
  return `${compiled}${call}\n`;
}

type ListedFile = { name: string; bytes: number; rows: number | null; sha256: string };
type OpenFile = Readonly<{ zipped: ZipDeflate; hash: Hash; listed: ListedFile }>;

function archive(date: string) {
  let chunks: Uint8Array[] = [];
  let written = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written += chunk.length;
    if (written > BYTES_MAX) throw new Error('The archive exceeds 4 GiB: ask for fewer months');
    chunks.push(chunk);
  });
  const files: ListedFile[] = [];
  let current: OpenFile | undefined;
  const add = (name: string): ZipDeflate => {
    const zipped = new ZipDeflate(name, { level: 6 });
    zipped.mtime = `${date}T00:00:00`;
    zip.add(zipped);
    return zipped;
  };
  const close = (): void => {
    if (!current) return;
    current.zipped.push(new Uint8Array(), true);
    files.push({ ...current.listed, sha256: current.hash.digest('hex') });
    current = undefined;
  };
  return {
    /** Begins a file, unless it is the one that is being written. */
    open: (name: string, hasRows: boolean): void => {
      if (current?.listed.name === name) return;
      close();
      const listed = { name, bytes: 0, rows: hasRows ? 0 : null, sha256: '' };
      current = { zipped: add(name), hash: createHash('sha256'), listed };
    },
    write: (text: string, rows = 0): void => {
      if (!current) throw new Error('No file of the archive is open');
      const bytes = Buffer.from(text, 'utf8');
      current.zipped.push(bytes);
      current.hash.update(bytes);
      current.listed.bytes += bytes.length;
      if (current.listed.rows !== null) current.listed.rows += rows;
    },
    files: (): readonly ListedFile[] => {
      close();
      return files;
    },
    /** A file that the manifest does not list. */
    last: (name: string, text: string): void => {
      add(name).push(Buffer.from(text, 'utf8'), true);
    },
    end: (): void => zip.end(),
    take: (): Uint8Array[] => {
      const taken = chunks;
      chunks = [];
      return taken;
    },
  };
}
