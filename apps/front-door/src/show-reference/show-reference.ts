import type { FastifyInstance } from 'fastify';
import { startScript } from './reference-page.js';
import { plainScript, scalarScript } from './scalar-script.js';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Serves the programs of the reference. */
export function serveScripts(server: FastifyInstance): void {
  server.get('/docs/start.js', (_, reply) => reply.header('content-type', JAVASCRIPT).send(startScript));
  server.get('/docs/scalar.js', async ({ headers }, reply) => {
    void reply.headers({ 'content-type': JAVASCRIPT, 'cache-control': 'max-age=3600', vary: 'accept-encoding' });
    if (!/\bbr\b/.test(headers['accept-encoding'] ?? '')) return reply.send(await plainScript());
    return reply.header('content-encoding', 'br').send(await scalarScript());
  });
}
