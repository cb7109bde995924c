import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { repository } from '../../src/platform/entry.js';

/** Whose reader of PDF this is. */
const SCHEDULER = join(repository, 'apps', 'payout-scheduler');

/** What a reader of the PDF sees. The reader is an ES module, which tests cannot load. */
export function textOfPdf(pdf: Buffer): string {
  const script = `
    import { extractText } from 'unpdf';
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const { text } = await extractText(new Uint8Array(Buffer.concat(chunks)));
    process.stdout.write(text.join('\\n'));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: pdf,
    cwd: SCHEDULER,
  }).toString();
}

const CENTRAL = 0x02014b50;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;

/** All files of a zip archive, one after the other. */
export function textOfZip(zip: Buffer): string {
  const texts: string[] = [];
  for (let at = zip.indexOf('504b0102', 0, 'hex'); at >= 0 && zip.readUInt32LE(at) === CENTRAL;) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    texts.push((method === 0 ? data : inflateRawSync(data)).toString());
    at += HEADER_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (at + 4 > zip.length) break;
  }
  if (texts.length === 0) throw new Error('The archive has no files');
  return texts.join('\n');
}
