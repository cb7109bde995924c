import type { FormFileContent } from '@jeongsan/http-contract';
import { IMAGE_BYTES_MAX, IMAGE_FILES_MAX, type ProviderErrorCode } from '@jeongsan/provider-contract';
import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.js';

// The limits of the only operation that takes files (document 3 section 8). The parser stops when a size is reached, so
// the file limit is one byte above the allowed size.
const limits = { files: IMAGE_FILES_MAX, fileSize: IMAGE_BYTES_MAX + 1, fields: 20, fieldSize: 10_000 };

/** Reads the multipart body of a request once; later calls return the same result. */
export function formReader(request: IncomingMessage): () => Promise<Record<string, unknown>> {
  let form: Promise<Record<string, unknown>> | undefined;
  return () => (form ??= readForm(request));
}

/**
 * Returns the fields of a form; files are lists. Throws Refused. A refused body is read to its end all the same: a
 * caller that is still sending would otherwise lose the connection before it has read the answer.
 */
async function readForm(body: IncomingMessage): Promise<Record<string, unknown>> {
  const { 'content-type': contentType = '' } = body.headers;
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new Refused('INVALID_REQUEST', { about: ['content-type'] });
  const parser = parserOf(contentType);
  const form = new FormFields();
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      body.unpipe(parser);
      body.resume();
      reject(new Refused('INVALID_REQUEST', { about: ['multipart'] }));
    };
    parser.on('file', (field, content, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      // The content of a form that will be refused is thrown away.
      content.on('data', (chunk: Buffer) => (form.refusal ? (chunks.length = 0) : chunks.push(chunk)));
      content.on('limit', () => form.refuse('EXCEED_MAX_FILE_SIZE'));
      content.on('error', fail);
      content.on('end', () => form.addFile(field, { name: filename, type: mimeType, bytes: Buffer.concat(chunks) }));
    });
    parser.on('filesLimit', () => form.refuse('EXCEED_MAX_FILE_COUNT'));
    parser.on('field', (field, text) => form.addText(field, text));
    parser.on('finish', () => (form.refusal ? reject(form.refusal) : resolve(form.read())));
    parser.on('error', fail);
    body.on('error', fail);
    body.pipe(parser);
  });
}

// busboy instead of @fastify/busboy: the latter can wait for ever after a skipped part, such as an eleventh file
// (3.2.6, parts longer than one chunk).
function parserOf(contentType: string): busboy.Busboy {
  try {
    return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
  } catch {
    throw new Refused('INVALID_REQUEST', { about: ['content-type'] });
  }
}

/** The fields read so far, and the first reason to refuse the form. */
class FormFields {
  refusal: Refused | undefined;
  private readonly files = new Map<string, FormFileContent[]>();
  private readonly texts = new Map<string, string>();

  refuse(code: ProviderErrorCode): void {
    this.refusal ??= new Refused(code);
  }

  addFile(field: string, file: FormFileContent): void {
    this.files.set(field, [...(this.files.get(field) ?? []), file]);
  }

  addText(field: string, text: string): void {
    this.texts.set(field, text);
  }

  read(): Record<string, unknown> {
    return Object.fromEntries([...this.texts, ...this.files] as [string, unknown][]);
  }
}
