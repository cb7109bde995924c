import type { WireFile } from '@jeongsan/client/browser';

/** Gives a file to the browser's downloads. The browser holds its bytes, the page does not. */
export function saveFile({ bytes, fileName }: WireFile, otherwise: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName === '' ? otherwise : fileName;
  link.click();
  // The download has taken the bytes over when the next task begins.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
