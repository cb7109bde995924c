import type { IncomingMessage } from 'node:http';
import { Refusal } from '@jeongsan/http-contract';
import type { ByteHolding } from './byte-pool.js';

export const tooLarge = (bytesMax: number): Refusal =>
  new Refusal(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes`);
export const busy = (): Refusal =>
  new Refusal(503, 'UNAVAILABLE', 'More webhooks are under way than may be; send it again');

/**
 * Bytes counted for each chunk beyond its content, because a buffer object costs memory: without this a body sent byte
 * by byte would use a hundred times its size.
 */
const CHUNK_BYTES = 256;

type Limits = Readonly<{ bytesMax: number; holding: ByteHolding; timeoutMs: number }>;

/**
 * Returns the bytes of a body once all have arrived. Reserves memory before it keeps a chunk, and stops reading at the
 * first limit. Throws a Refusal; the caller must release the holding.
 */
export function readBody(request: IncomingMessage, { bytesMax, holding, timeoutMs }: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const fail = (refusal: Refusal): void => {
      end();
      request.pause();
      reject(refusal);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > bytesMax) return fail(tooLarge(bytesMax));
      if (!holding.take(chunk.length + CHUNK_BYTES)) return fail(busy());
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      end();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const onClose = (): void => fail(new Refusal(400, 'WEBHOOK_MALFORMED', 'The body broke off'));
    const onTimeout = (): void => fail(new Refusal(408, 'REQUEST_TIMEOUT', 'The body took too long to arrive'));
    const timer = setTimeout(onTimeout, timeoutMs);
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
