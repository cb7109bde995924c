import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = Readonly<{ headers: http.IncomingHttpHeaders; text: string; json: Record<string, unknown> }>;

/** A merchant's webhook receiver with a configurable reply. */
export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  status: number;
  /** Writes the reply instead of the configured status. */
  respond: ((reply: http.ServerResponse) => void) | undefined;
  close: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, json: JSON.parse(text) as Record<string, unknown> });
      if (receiver.respond) receiver.respond(reply);
      else reply.writeHead(receiver.status).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server is unreferenced, so that a failed test that did not close it does not keep the process alive.
  server.unref();
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    status: 200,
    respond: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Waits until the condition holds; after five seconds throws an error that names `what`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 250; i += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Still waiting: ${what}`);
}
