import { Logger } from '@nestjs/common';
import { OutageLog } from '@jeongsan/nest-kit';
import type { Endpoint } from '@jeongsan/http-contract';
import {
  pathsOf,
  providerContract,
  providerErrors,
  TRACE_ID_HEADER,
  type ProviderErrorCode,
} from '@jeongsan/provider-contract';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Merchants } from '../merchant/merchants.js';
import type { Site } from '../merchant/site.js';
import type { World } from '../world.js';
import { answer, type Arrived, type Given } from './answer.js';
import { faultyAnswer } from './faulty-answer.js';
import { loggedRequest, logRequests } from './log-requests.js';
import { printError } from './print.js';
import { formReader } from './read-form.js';
import { messageOf } from './refused.js';
import { openSealed } from './sealing.js';

const log = new OutageLog(new Logger('Provider'));
// Bytes of the largest body: a hundred sealed payouts with full metadata fit.
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Serves every operation of the provider's contract, in a scope of its own: bodies stay text until they are opened. */
export function serveProvider(server: FastifyInstance, merchants: Merchants): void {
  const { world } = merchants.first;
  logRequests(server, world);
  server.register((scope, _, done) => {
    takeBodiesAsText(scope);
    scope.setErrorHandler((error, request, reply) => replyWithFailure(world, error, request, reply));
    const operations: readonly Named[] = Object.entries(providerContract);
    const takesForm = ([, { bodyType }]: Named) => bodyType === 'multipart';
    routeTo(
      scope,
      merchants,
      operations.filter((operation) => !takesForm(operation)),
    );
    scope.register((forms, _options, formsDone) => {
      leaveBodiesUnread(forms);
      routeTo(forms, merchants, operations.filter(takesForm));
      formsDone();
    });
    done();
  });
}

type Named = readonly [name: string, endpoint: Endpoint];

function routeTo(scope: FastifyInstance, merchants: Merchants, operations: readonly Named[]): void {
  for (const [name, endpoint] of operations) {
    for (const path of pathsOf(endpoint)) {
      scope.route({
        method: endpoint.method,
        bodyLimit: BODY_BYTES_MAX,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        handler: async (request, reply) =>
          serve(await merchants.ofAuthorization(request.headers.authorization), name, request, reply),
      });
    }
  }
}

/** Takes every body as text, whatever its content type: the body is parsed after the caller has been authenticated. */
export function takeBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
}

/** Leaves bodies unread until the caller is authenticated, because files may be large. */
function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

async function serve(site: Site, name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { world, work } = site;
  const operation = site.operation(name);
  const { headers, url, params, query } = request;
  const body = typeof request.body === 'string' ? request.body : '';
  const form = operation.endpoint.bodyType === 'multipart' && { readForm: formReader(request.raw) };
  const arrived: Arrived = { headers, url, params, query, body, ...form, traceId: request.id };
  const ask = async (asked: Arrived = arrived): Promise<Given> => {
    const given = await answer(world, operation, asked);
    if (operation.endpoint.method !== 'GET') work.kick();
    return given;
  };
  const fault = world.faults.strike(operation.name, world.faults.readsRequests ? await textOf(world, arrived) : '');
  const fate = fault ? await faultyAnswer({ world, fault, arrived, ask }) : await ask();
  if (fate === 'dropped') return dropped(world, request, reply);
  if (fault?.retryAfterSeconds !== undefined) void reply.header('retry-after', fault.retryAfterSeconds);
  return send(request, reply, fate, fault?.kind === 'drip' ? (fault.delayMs ?? DRIP_DEFAULT_MS) : undefined);
}

/** The text that a fault's condition is matched against: the URL and the opened body. */
async function textOf(world: World, { url, body }: Arrived): Promise<string> {
  const opened = body.startsWith('ey') ? await openSealed(body.trim(), world.env.SECURITY_KEYS) : undefined;
  return `${url} ${opened?.text ?? body}`;
}

const DRIP_DEFAULT_MS = 20;

function send(request: FastifyRequest, reply: FastifyReply, given: Given, dripMs?: number): FastifyReply {
  const key = request.headers['idempotency-key'];
  // A repeated answer carries two trace ids: a new one, and the trace id of the first answer.
  void reply.header(TRACE_ID_HEADER, given.replayOf ? `${given.traceId}, ${given.replayOf}` : given.traceId);
  if (typeof key === 'string') void reply.header('idempotency-key', key);
  const body = dripMs === undefined ? given.body : Readable.from(dripping(given.body, dripMs));
  return reply.status(given.status).header('content-type', given.contentType).send(body);
}

/** Yields a text byte by byte, with a pause before each. */
async function* dripping(text: string, pauseMs: number): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    yield Buffer.of(byte);
  }
}

/** Closes the connection without an answer. */
function dropped(world: World, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  world.requests.add(loggedRequest(request, reply, null, world.clock.now()));
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/**
 * Answers errors outside of operations: requests that Fastify could not read (the caller's fault), and faults of the
 * sandbox (logged, not shown).
 */
export function replyWithFailure(
  world: World,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  const isCallers = statusCode >= 400 && statusCode < 500;
  if (!isCallers) log.failed(`Trace ${request.id}`, error);
  return replyWithCode(world, isCallers ? 'INVALID_REQUEST' : 'FAILED_INTERNAL_SYSTEM_PROCESSING', request, reply);
}

export function replyWithCode(
  world: World,
  code: ProviderErrorCode,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fault = { code, message: messageOf(code, request.headers['accept-language']) };
  return send(request, reply, plain(world, request, providerErrors[code].status, fault));
}

const plain = (
  world: World,
  request: FastifyRequest,
  status: number,
  fault: { code: string; message: string },
): Given => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: printError(request.url, fault, world.merchant.apiVersion, request.id),
  traceId: request.id,
});
