import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventHeaders } from '@jeongsan/platform-contract';

/** Receives the events of many endpoints, each with a path of its own: `/0`, `/1` and so on. */
export type DeliverySink = Readonly<{
  urlOf: (endpoint: number) => string;
  /** Resolves when an event has arrived; at once if it has already. */
  arrival: (eventId: string) => Promise<void>;
  /** The number of events that arrived, each counted once. */
  count: () => number;
  /** From now on this endpoint answers nothing; undefined: all answer. */
  hang: (endpoint: number | undefined) => void;
  stop: () => Promise<void>;
}>;

export async function startSink(): Promise<DeliverySink> {
  const arrived = new Set<string>();
  const awaited = new Map<string, () => void>();
  let hung: string | undefined;
  const server = createServer((request, reply) => {
    const id = String(request.headers[eventHeaders.id]);
    request.resume().once('end', () => {
      if (request.url === hung) return;
      arrived.add(id);
      awaited.get(id)?.();
      reply.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    arrival: (eventId) =>
      arrived.has(eventId) ? Promise.resolve() : new Promise((resolve) => awaited.set(eventId, resolve)),
    count: () => arrived.size,
    hang: (endpoint) => void (hung = endpoint === undefined ? undefined : `/${endpoint}`),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
