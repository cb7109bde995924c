import type { IncomingMessage } from 'node:http';

const BYTES_MAX = 8 * 1024 * 1024;
const WAIT_MS_MAX = 2_000;

/** Whether a part of the request's body has not been read. */
export const isUnread = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Reads and discards the rest of a refused request, up to BYTES_MAX and WAIT_MS_MAX, before the request is answered. Most
 * clients read the answer only after they have sent everything; a connection closed before that is reset, and the client sees a
 * broken pipe instead of the refusal.
 */
export function readOut(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > BYTES_MAX) stop();
    };
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', stop).off('close', stop);
      resolve();
    };
    const timer = setTimeout(stop, WAIT_MS_MAX);
    request.on('data', count).once('end', stop).once('close', stop).resume();
  });
}
