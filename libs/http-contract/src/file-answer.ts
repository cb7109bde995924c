import { z } from 'zod';

/** A file as an answer: what it is, the names it is saved under, and its bytes as they come into being. */
export type FileAnswerContent = Readonly<{
  contentType: string;
  /** Letters, digits, ., - and _ only: for clients that know nothing else. */
  fileName: string;
  /** The same in the reader's language, where that differs. */
  localName?: string;
  bytes: AsyncIterable<Uint8Array>;
}>;

/** The success body of an endpoint with `answerTypes`. Nothing is checked once its bytes run: refuse before. */
export const FileAnswer = z
  .custom<FileAnswerContent>(
    (value) => typeof value === 'object' && value !== null && 'bytes' in value,
    'is not a file',
  )
  .meta({ type: 'string', format: 'binary' });

/** `Content-Disposition` of a file to be saved (RFC 6266): a plain name, and the one in the reader's language. */
export function savedAs({ fileName, localName }: FileAnswerContent): string {
  const plain = `attachment; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '_')}"`;
  return localName === undefined ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(localName)}`;
}
