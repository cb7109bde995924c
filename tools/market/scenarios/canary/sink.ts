import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Haystack } from './search.js';

export type Sink = Readonly<{ url: string; got: Haystack[]; close: () => void }>;

/** Takes whatever is sent to it: events for consumers, or traces. */
export async function openSink(place: string): Promise<Sink> {
  const got: Haystack[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({
        place,
        content: Buffer.concat([Buffer.from(JSON.stringify([request.url, request.headers])), ...chunks]),
      });
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, got, close };
}
