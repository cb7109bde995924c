import { fastify, type FastifyRequest } from 'fastify';
import { serverEnv } from '../env.js';
import { receivePath } from '../webhooks/receive-path.js';
import { floorInbox } from './webhook-store.js';

// The floor of webhook ingestion: raw Fastify, one insert and one commit per webhook.
const env = serverEnv();
const receive = floorInbox(env.databaseUrl, env.securityKey);
const server = fastify({ logger: false });
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post(receivePath, async (request: FastifyRequest<{ Body: Buffer }>, reply) => {
  const status = await receive(request.body, request.headers);
  return reply.code(status).send({ received: status === 200 });
});
server.get('/health/ready', () => ({}));
await server.listen({ port: env.port, host: '127.0.0.1' });
