import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that answers 200. */
export type WebhookReceiver = Readonly<{
  url: string;
  /** The bodies in the order of their arrival. */
  bodies: string[];
  close: () => void;
}>;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const bodies: string[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      reply.end();
    });
  });
  // A connection that ends for being idle may meet a webhook on its way, which is then sent again minutes later.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url, bodies, close };
}
