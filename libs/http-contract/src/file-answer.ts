import { z } from 'zod';
import type { Endpoint } from './endpoint.js';
import type { WireReply } from './wire.js';

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
export function savedAs({ fileName, localName }: Omit<FileAnswerContent, 'contentType' | 'bytes'>): string {
  const plain = `attachment; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '_')}"`;
  return localName === undefined ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(localName)}`;
}

/** The file of a reply; undefined: it is none of the endpoint's content types. An error page of a proxy is no statement. */
export function fileOf({ answerTypes = [] }: Endpoint, { headers, bytes }: WireReply): FileAnswerContent | undefined {
  const contentType = headers['content-type'] ?? '';
  if (!bytes || !answerTypes.some((type) => mediaTypeOf(type) === mediaTypeOf(contentType))) return undefined;
  return { contentType, ...namesOf(headers['content-disposition'] ?? ''), bytes: inOnePart(bytes) };
}

const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

const UNNAMED = 'download';

/** The names that savedAs wrote. Names that could lead to another folder are dropped: programs save files under them. */
function namesOf(disposition: string): Pick<FileAnswerContent, 'fileName' | 'localName'> {
  const fileName = /filename="([A-Za-z0-9_-][A-Za-z0-9._-]*)"/.exec(disposition)?.[1] ?? UNNAMED;
  const encoded = /filename\*=UTF-8''([^;\s]+)/.exec(disposition)?.[1];
  const localName = encoded === undefined ? undefined : decoded(encoded);
  return localName === undefined || /[\\/\p{Cc}]|^\./u.test(localName) ? { fileName } : { fileName, localName };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const inOnePart = (bytes: Uint8Array): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    yield bytes;
  },
});
