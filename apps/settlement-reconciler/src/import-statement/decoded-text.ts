/**
 * The text of a file: UTF-8 with or without a byte order mark, else CP949, in which Korean banks and spreadsheets write. The WHATWG name
 * euc-kr is that code page. Undefined: the bytes are neither.
 */
export function decodedText(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}
