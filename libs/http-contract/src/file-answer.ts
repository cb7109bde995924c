import { z } from 'zod';

/** A file as an answer: content type, file names, and a stream of bytes. */
export type FileAnswerContent = Readonly<{
  contentType: string;
  /** Letters, digits, ., - and _ only, for clients that cannot read an encoded name. */
  fileName: string;
  /** The file name in the reader's language; absent when `name` is enough. */
  localName?: string;
  bytes: AsyncIterable<Uint8Array>;
}>;

/**
 * The success body of an endpoint with `answerTypes`. Errors must be thrown before the first byte: afterwards the status is
 * sent.
 */
export const FileAnswer = z
  .custom<FileAnswerContent>(
    (value) => typeof value === 'object' && value !== null && 'bytes' in value,
    'is not a file',
  )
  .meta({ type: 'string', format: 'binary' });

/** `Content-Disposition` of a file to be saved (RFC 6266): the plain name, and the name in the reader's language. */
export function savedAs({ fileName, localName }: FileAnswerContent): string {
  const plain = `attachment; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '_')}"`;
  return localName === undefined ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(localName)}`;
}
