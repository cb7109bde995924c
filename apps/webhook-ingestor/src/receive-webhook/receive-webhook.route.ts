import { STATUS_CODES } from 'node:http';
import { hit, repeatable } from '@jeongsan/failpoints';
import { Refusal } from '@jeongsan/http-contract';
import { RETRY_AFTER_SECONDS, toProblem, type Problem } from '@jeongsan/nest-kit';
import { receiveProviderWebhook } from '@jeongsan/platform-contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Connections } from '../door/connections.js';
import { Door, type Pass } from '../door/door.js';
import { busy, readBody } from '../door/read-body.js';
import { WebhookInbox } from './webhook-inbox.js';

const RECEIVED = JSON.stringify({ received: true });
const BODY_TIMEOUT_MS = 5_000;
/**
 * How long a sender whose body was not read may take to read the refusal, and how many such senders may do so at once.
 */
const LINGER_MS = 1_000;
const LINGERING_MAX = 200;

/**
 * Binds the webhook inbox to its HTTP endpoint. The endpoint is a plain route instead of a controller, because only the
 * raw bytes are needed and every webhook of the provider passes here.
 */
export function receiveWebhooks(app: NestFastifyApplication): void {
  const [inbox, door] = [app.get(WebhookInbox), app.get(Door)];
  const { connectionsMax, pathSecret } = door.settings;
  const connections = new Connections(app.getHttpServer(), connectionsMax, () =>
    inbox.count('other', 'CONNECTION_DROPPED'),
  );
  const passes = new WeakMap<FastifyRequest, Pass>();
  const path = pathSecret === undefined ? receiveProviderWebhook.path : `${receiveProviderWebhook.path}/:secret`;
  app
    .getHttpAdapter()
    .getInstance()
    .register((server, _options, done) => {
      server.setErrorHandler((error, request, reply) => {
        if (error instanceof Refusal) inbox.countRefusal(error);
        answerError(error, request, reply);
      });
      server.addHook('onRequest', async (request) => void passes.set(request, door.admit(request)));
      server.addHook('onResponse', async () => hit('webhook:answered'));
      keepBytes(server, passes);
      server.post(
        path,
        { config: { isQuiet: true } },
        async (request: FastifyRequest<{ Body: Buffer | undefined }>, reply) => {
          const pass = passes.get(request);
          if (!pass) throw busy();
          const { socket } = request.raw;
          connections.busy(socket);
          reply.raw.once('close', () => connections.idle(socket));
          try {
            await repeatable(async () => {
              await inbox.receive(request.body ?? Buffer.alloc(0), request.headers, pass);
              await hit('webhook:answering');
            });
          } finally {
            pass.holding.release();
          }
          // Only the status 200 means success to the provider (document 1 section 5).
          return reply
            .code(receiveProviderWebhook.success.status)
            .type('application/json; charset=utf-8')
            .send(RECEIVED);
        },
      );
      done();
    });
}

/** Keeps the raw bytes of a body, whatever its content type, because the signature covers the bytes. */
function keepBytes(server: FastifyInstance, passes: WeakMap<FastifyRequest, Pass>): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', async (request: FastifyRequest) => {
    const pass = passes.get(request);
    if (!pass) throw busy();
    try {
      return await readBody(request.raw, { ...pass, timeoutMs: BODY_TIMEOUT_MS });
    } catch (error) {
      pass.holding.release();
      throw error;
    }
  });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = problemOf(error);
  const text = JSON.stringify({ ...body, instance: request.id });
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    ...(status === 429 && { 'retry-after': String(retryAfter(error)) }),
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
  };
  if (!isRead(request)) return answerUnread(request, reply, status, headers, text);
  void reply.code(status).headers(headers).send(text);
}

const retryAfter = (error: unknown): unknown =>
  (error instanceof Refusal && error.extensions['retryAfterSeconds']) || RETRY_AFTER_SECONDS;

const isRead = ({ raw, headers }: FastifyRequest): boolean =>
  raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined);

let lingering = 0;

/**
 * Answers without reading the rest of a body, and closes the connection. Writes to the socket instead of the reply
 * object: with the reply, Node would read the whole body or close the connection before the sender has read the answer.
 */
function answerUnread(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  reply.hijack();
  raw.pause();
  const head = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  raw.socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  if (lingering >= LINGERING_MAX) return raw.socket.destroySoon();
  lingering += 1;
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.socket.once('close', () => {
    clearTimeout(timer);
    lingering -= 1;
  });
}

function problemOf(error: unknown): { status: number; body: Problem } {
  if (error instanceof Refusal) return toProblem(error);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode !== undefined && statusCode < 500) {
    return toProblem(new Refusal(400, 'WEBHOOK_MALFORMED', 'The request could not be read'));
  }
  // A webhook that was not stored must not get 200: with 503 the provider sends it again.
  return toProblem(new Refusal(503, 'UNAVAILABLE', 'The webhook could not be stored; send it again'));
}
