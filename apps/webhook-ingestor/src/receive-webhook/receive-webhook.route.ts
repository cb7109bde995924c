import { hit, repeatable } from '@jeongsan/failpoints';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Refusal } from '@jeongsan/http-contract';
import { toProblem, type Problem } from '@jeongsan/nest-kit';
import { receiveProviderWebhook } from '@jeongsan/platform-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebhookInbox } from './webhook-inbox.js';

const BODY_BYTES_MAX = 1024 * 1024;
const RECEIVED = JSON.stringify({ received: true });

/**
 * Binds the inbox to its endpoint. A plain route of the server, not a controller: it needs the bytes and nothing else, and every
 * webhook of the provider comes this way.
 */
export function receiveWebhooks(app: NestFastifyApplication): void {
  const inbox = app.get(WebhookInbox);
  app
    .getHttpAdapter()
    .getInstance()
    .register((server, _options, done) => {
      keepBytes(server);
      server.setErrorHandler(answerError);
      server.addHook('onResponse', async () => hit('webhook:answered'));
      server.post(receiveProviderWebhook.path, async (request: FastifyRequest<{ Body: Buffer | undefined }>, reply) => {
        await repeatable(async () => {
          await inbox.receive(request.body ?? Buffer.alloc(0), request.headers);
          await hit('webhook:answering');
        });
        // Success is 200 and nothing else (document 1 section 5).
        return reply.code(receiveProviderWebhook.success.status).type('application/json; charset=utf-8').send(RECEIVED);
      });
      done();
    });
}

/** Whatever the body calls itself, it stays the bytes that were signed. */
function keepBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = problemOf(error);
  void reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...body, instance: request.id }));
}

function problemOf(error: unknown): { status: number; body: Problem } {
  if (error instanceof Refusal) return toProblem(error);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return toProblem(new Refusal(413, 'PAYLOAD_TOO_LARGE', 'The body is too large'));
  if (statusCode !== undefined && statusCode < 500) {
    return toProblem(new Refusal(400, 'WEBHOOK_MALFORMED', 'The request could not be read'));
  }
  // Not stored, so not 200: the provider sends it again.
  return toProblem(new Refusal(503, 'UNAVAILABLE', 'The webhook could not be stored; send it again'));
}
