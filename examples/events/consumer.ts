/**
 * A receiver of Jeongsan's events without a framework: checks each signature, and stores each event once, before it answers.
 *
 *   SECRET=whsec_... INBOX=./inbox PORT=4100 node consumer.js
 *
 * A later event with the same id changes nothing: an event may come twice, and out of order.
 */
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { verifyWebhook } from '@jeongsan/client';

const { SECRET = '', INBOX = 'inbox', PORT = '4100' } = process.env;
const BODY_BYTES_MAX = 1_000_000;

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    // Not stored: any answer but 2xx brings the event again.
    () => response.writeHead(500).end(),
  );
});

async function receive(request: IncomingMessage): Promise<number> {
  // The bytes as they came: JSON that is parsed and printed again has another signature.
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  const verified = await verifyWebhook(body, request.headers, { secret: SECRET });
  if (verified.outcome === 'refused') return 400;
  await storeOnce(verified.event.eventId, body);
  return 204;
}

/** One file for each event id. A link appears whole or not at all, and for one of two requests that come together. */
async function storeOnce(eventId: string, body: Uint8Array): Promise<void> {
  const draft = join(INBOX, `.${eventId}.${process.pid}.${performance.now()}`);
  await writeFile(draft, body, { flush: true });
  try {
    await link(draft, join(INBOX, `${eventId}.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

await mkdir(INBOX, { recursive: true });
server.listen(parseInt(PORT, 10), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : PORT}`);
});
