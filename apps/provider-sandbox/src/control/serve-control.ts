import { Logger } from '@nestjs/common';
import { isServerAway, OutageLog, RETRY_AFTER_SECONDS } from '@jeongsan/nest-kit';
import { encodeOutput, type Endpoint, Refusal, toOpenApi } from '@jeongsan/http-contract';
import { MERCHANT_HEADER, sandboxControlContract } from '@jeongsan/sandbox-control';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decoderOf, type RawInput } from '../api/decode.js';
import { Refused } from '../api/refused.js';
import { takeBodiesAsText } from '../api/serve-provider.js';
import type { Merchants } from '../merchant/merchants.js';
import type { Site } from '../merchant/site.js';
import { controlHandlers } from './control-handlers.js';
import type { ControlHandler } from './control-handler.js';
import { forbiddenHost, forbiddenOrigin, invalid, notFound } from './control-refusals.js';
import { isOwnHost, isOwnOrigin } from './same-origin.js';
import { servePage } from './serve-page.js';

const log = new OutageLog(new Logger('Control'));
/** Marks the answers of the control API, so that they cannot be mistaken for the provider's. */
const NOTICE = { 'x-sandbox-control': 'not part of the provider' } as const;

/** Serves the control API: how a person or a test moves the sandbox's world. */
export function serveControl(server: FastifyInstance, merchants: Merchants): void {
  const { CONTROL_HOSTS } = merchants.first.world.env;
  server.register((scope, _, done) => {
    takeBodiesAsText(scope);
    scope.addHook('onRequest', (request, reply, next) => {
      void reply.headers(NOTICE);
      if (!isOwnHost(request.headers, CONTROL_HOSTS)) return next(forbiddenHost());
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      next(isReading || isOwnOrigin(request.headers) ? undefined : forbiddenOrigin());
    });
    scope.setErrorHandler(replyWithError);
    servePage(scope, merchants);
    scope.get('/control/openapi.json', () => toOpenApi('provider-sandbox control', '1', sandboxControlContract));
    for (const [name, e] of Object.entries(sandboxControlContract) as [keyof typeof controlHandlers, Endpoint][]) {
      const decode = decoderOf(e);
      const handle = controlHandlers[name] as unknown as ControlHandler<Endpoint>;
      const url = e.path.replace(/\{(\w+)\}/g, ':$1');
      scope.route({
        method: e.method,
        url,
        handler: async (request, reply) => {
          const input = decode(rawInput(request, e));
          const site = siteOf(merchants, request);
          const output = await withCall(site, merchants, e, request.id, (call) => handle(call, input));
          site.work.kick();
          return reply.status(e.success.status).send(encodeOutput(e, output));
        },
      });
    }
    done();
  });
}

/** The merchant that the request's header names; the first one without the header. Throws Refusal for an unknown one. */
function siteOf(merchants: Merchants, { headers }: FastifyRequest): Site {
  const mId = headers[MERCHANT_HEADER];
  const site = typeof mId === 'string' ? merchants.named(mId) : merchants.first;
  if (!site) throw notFound('such merchant');
  return site;
}

/** Operations of one SQL statement, which need no transaction. payAsBuyer is called for every buyer of a simulated market. */
const singleStatements = [sandboxControlContract.payAsBuyer, sandboxControlContract.resendDelivery];

type Work<T> = (call: Parameters<ControlHandler<Endpoint>>[0]) => Promise<T>;

/**
 * Runs a control operation in a transaction. Moving the clock runs without one, because it starts many transactions of
 * its own.
 */
function withCall<T>({ world }: Site, merchants: Merchants, e: Endpoint, traceId: string, run: Work<T>): Promise<T> {
  const base = { world, merchants, now: world.clock.now(), traceId };
  const needsTransaction = e.method === 'POST' && !(singleStatements as readonly Endpoint[]).includes(e);
  if (!needsTransaction) return run({ ...base, sql: world.database });
  return pastDeadlocks(() => world.database.transaction((sql) => run({ ...base, sql })));
}

const TRIES_MAX = 5;

/**
 * Repeats work that a deadlock rolled back. A reset locks every table, and can meet requests or due work that hold some
 * of the locks.
 */
async function pastDeadlocks<T>(work: () => Promise<T>, tries = TRIES_MAX): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDeadlock = (error as { code?: string }).code === '40P01';
    if (!isDeadlock || tries === 1) throw error;
    return pastDeadlocks(work, tries - 1);
  }
}

function rawInput({ params, query, body }: FastifyRequest, e: Endpoint): RawInput {
  if (!e.body) return { params, query, body: undefined };
  try {
    return { params, query, body: JSON.parse(typeof body === 'string' ? body : '') as unknown };
  } catch {
    throw invalid('The body is not JSON');
  }
}

function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, detail } = explain(error);
  if (status >= 500) log.failed(`Trace ${request.id}`, error);
  if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.status(status).send({ code, message: detail });
}

function explain(error: unknown): { status: number; code: string; detail: string } {
  if (error instanceof Refusal) return error;
  if (error instanceof Refused) return invalid(`Does not fit: ${error.options.about?.join(', ') ?? error.code}`);
  if (isServerAway(error))
    return { status: 503, code: 'UNAVAILABLE', detail: "The sandbox's database does not answer" };
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  if (statusCode < 500) return invalid('The request could not be read');
  return { status: 500, code: 'INTERNAL', detail: 'The sandbox failed' };
}
