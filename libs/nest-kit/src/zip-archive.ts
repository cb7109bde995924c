import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A ZIP archive whose bytes are passed on as they are produced. All its files carry the same date (yyyy-MM-dd). */
export function archive(date: string) {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const part = (name: string, isCompressed = false) => {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = `${date}T00:00:00`;
    zip.add(file);
    return (content: string | Uint8Array, isLast = false): void =>
      file.push(typeof content === 'string' ? Buffer.from(content, 'utf8') : content, isLast);
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
