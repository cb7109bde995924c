import { Transform, type Readable } from 'node:stream';
import { Refusal } from '@jeongsan/http-contract';

const tooLarge = () => new Refusal(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');

/** Throws PAYLOAD_TOO_LARGE for a body that states a larger size. */
export function refuseStatedSize(contentLength: string | undefined, bytesMax: number): void {
  if (Number(contentLength ?? 0) > bytesMax) throw tooLarge();
}

/** The body as it arrives, unread and unchanged. Fails with PAYLOAD_TOO_LARGE at the first byte above the limit. */
export function limited(body: Readable, bytesMax: number): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) return done(tooLarge());
      done(null, chunk);
    },
  });
  // A caller that leaves in the middle must not leave the service waiting for the rest.
  body.once('error', (error) => counter.destroy(error));
  body.once('close', () => !body.readableEnded && counter.destroy(new Error('The caller left')));
  return body.pipe(counter);
}
