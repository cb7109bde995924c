import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

/** Serves the metrics, and nothing else, on a port of their own: `GET /metrics`. Resolves once the server listens. */
export async function serveMetrics(metrics: Metrics, at: Readonly<{ port: number; host: string }>): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void reply.writeHead(404).end();
    metrics.text().then(
      (text) => reply.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => reply.writeHead(503).end(),
    );
  });
  // A scraper keeps its connection: it must not keep the process from ending.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(at.port, at.host, resolve);
  });
  return server;
}

/** The port on which a server listens. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
