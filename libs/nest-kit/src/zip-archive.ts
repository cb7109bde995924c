import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** What an archive without the ZIP64 extension can say: the largest number of each field means that the extension has it. */
export const archiveLimits = { entries: 0xffff - 1, bytes: 0xffff_ffff - 1 } as const;

/**
 * A ZIP archive whose bytes are passed on as they are produced. All its files carry the same date (yyyy-MM-dd). Throws before it
 * would have more entries or bytes, or a file more bytes, than its fields can say.
 */
export function archive(date: string, limits: Readonly<Record<keyof typeof archiveLimits, number>> = archiveLimits) {
  let chunks: Uint8Array[] = [];
  let entries = 0;
  let written = 0;
  const within = (kind: keyof typeof limits, count: number): number => {
    if (count > limits[kind]) throw new Error(`A ZIP archive holds ${limits[kind]} ${kind}, and this has more`);
    return count;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written = within('bytes', written + chunk.length);
    chunks.push(chunk);
  });
  const part = (name: string, isCompressed = false) => {
    entries = within('entries', entries + 1);
    let size = 0;
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = `${date}T00:00:00`;
    zip.add(file);
    return (content: string | Uint8Array, isLast = false): void => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      size = within('bytes', size + bytes.length);
      file.push(bytes, isLast);
    };
  };
  return {
    part,
    whole: (name: string, text: string): void => part(name)(text, true),
    finish: (): void => zip.end(),
    take: (): Uint8Array[] => {
      const taken = chunks;
      chunks = [];
      return taken;
    },
  };
}
