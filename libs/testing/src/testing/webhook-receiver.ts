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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return { url, bodies, close: () => server.close() };
}
