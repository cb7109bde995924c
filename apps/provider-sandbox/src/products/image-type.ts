const begins =
  (...start: number[]) =>
  (bytes: Uint8Array) =>
    start.every((byte, index) => bytes[index] === byte);
const says = (at: number, text: string) => (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

// ASSUMED: the accepted image types are not published; these are types that every browser shows and that cannot hold
// scripts.
/** Tests for the first bytes of each image type. */
const kinds: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/jpeg': begins(0xff, 0xd8, 0xff),
  'image/gif': (bytes) => says(0, 'GIF87a')(bytes) || says(0, 'GIF89a')(bytes),
  'image/webp': (bytes) => says(0, 'RIFF')(bytes) && says(8, 'WEBP')(bytes),
};

/**
 * The content type of an image by its first bytes, regardless of its declared type; undefined: not an accepted image.
 */
export const imageTypeOf = (bytes: Uint8Array): string | undefined =>
  Object.keys(kinds).find((type) => kinds[type]?.(bytes));
