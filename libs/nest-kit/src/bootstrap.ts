import type { IncomingMessage, Server } from 'node:http';
import { knowFurtherHolidays } from '@jeongsan/calendar';
import { obeyRehearsal } from '@jeongsan/failpoints';
import { type Contract, type Endpoint, NDJSON } from '@jeongsan/http-contract';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import { AccessGuard } from './access.guard.js';
import { addEntityTags } from './entity-tag.js';
import { endStreamsAtStop } from './event-stream.js';
import type { KitOptions } from './kit-options.js';
import { KitModule } from './kit.module.js';
import { Metrics } from './metrics/metrics.js';
import { serveMetrics } from './metrics/metrics-port.js';
import { ProblemFilter } from './problem.filter.js';
import { addRequestHooks } from './request-hooks.js';
import { StartLogger } from './start-logger.js';
import { traceIdOf } from './trace-id.js';
import { unreadable } from './unreadable.js';

const BODY_BYTES_MAX = 1024 * 1024;
/** Of an NDJSON body: 10,000 items with 1,600 bytes each. */
const LINES_BYTES_MAX = 16 * 1024 * 1024;
const RECEIVE_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;
/** Payment keys have up to 200 characters, and each may be percent-encoded as three. */
export const PATH_PARAMETER_CHARACTERS_MAX = 600;

/**
 * Starts an app with the parts that all apps share (logging, guard, error answers, health). Resolves once the server listens.
 */
export async function bootstrap(options: KitOptions): Promise<NestFastifyApplication> {
  obeyRehearsal(options.env);
  const app = await createApp(options);
  stopInTime();
  const { PORT, HOST, METRICS_PORT } = options.env;
  if (METRICS_PORT !== undefined) await serveMetrics(app.get(Metrics), { port: METRICS_PORT, host: HOST });
  await app.listen(PORT, HOST);
  return app;
}

/** In the place of Fastify's compilers of JSON Schemas, which would be loaded and never used: endpoints are read and written by contracts. */
function byContract(): never {
  throw new Error('A route has a schema of Fastify: endpoints are read and written by their contract');
}

/** The app without a listening socket, for tests: after `app.init`, send requests with `app.inject`. */
export async function createApp(options: KitOptions): Promise<NestFastifyApplication> {
  knowFurtherHolidays(options.env.EXTRA_HOLIDAYS);
  const logger = pino({
    level: options.env.LOG_LEVEL,
    base: { service: options.title },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[redacted]' },
  });
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    // Node checks for late requests at this interval; the default of 30 s would delay the timeout.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: RECEIVE_TIMEOUT_MS },
    trustProxy: false,
    genReqId: (request: IncomingMessage) => traceIdOf(request.headers),
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    schemaController: { compilersFactory: { buildValidator: byContract, buildSerializer: byContract } },
    ...(options.unreadable ?? unreadable),
  });
  const app = await NestFactory.create<NestFastifyApplication>(KitModule.for(options, logger), adapter, {
    logger: new StartLogger(new PinoLogger({ pinoHttp: { logger } }), {}),
    rawBody: true,
    bodyParser: false,
    abortOnError: false,
  });
  addBodyParsers(app);
  const guard = options.guard === false ? undefined : new AccessGuard(options.env, options.sellers);
  takeLargeBodies(app, options.contract, guard);
  const server = app.getHttpAdapter().getInstance();
  addRequestHooks(server, logger, app.get(Metrics), options.env.ROLE);
  addEntityTags(server);
  endStreamsAtStop(server);
  app.useGlobalFilters(options.filter ?? new ProblemFilter());
  if (guard) app.useGlobalGuards(guard);
  app.enableShutdownHooks();
  await options.configure?.(app);
  return app;
}

const SECRET_NAMES = ['authorization', 'password', 'secretKey', 'securityKey', 'accountNumber', 'apiKey'];
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Accepts JSON, and text as a string (encrypted bodies). Other content types are refused with 415. `rawBody` keeps the bytes of
 * both.
 */
function addBodyParsers(app: NestFastifyApplication): void {
  const parseJson = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<Server>('application/json', { bodyLimit: BODY_BYTES_MAX }, (request, body, done) => {
    // Many clients send this content type with an empty body.
    if (body.length === 0) return done(null, undefined);
    void parseJson(request, body as unknown as string, done);
  });
  app.useBodyParser('text/plain', { bodyLimit: BODY_BYTES_MAX }, (_, body, done) => done(null, body.toString('utf8')));
}

/**
 * Takes the JSON bodies of some endpoints up to their own limits, and keeps the bytes of an NDJSON body, which the endpoint's handler
 * reads line by line. Callers are known before their bodies are read, because these bodies are large.
 */
function takeLargeBodies(app: NestFastifyApplication, contract: Contract, guard: AccessGuard | undefined): void {
  const isNdjson = ({ bodyType }: Endpoint): boolean => bodyType === 'ndjson';
  const takers = Object.values(contract).filter((e) => isNdjson(e) || e.bodyBytesMax !== undefined);
  if (takers.length === 0) return;
  if (takers.some(isNdjson))
    app.useBodyParser(NDJSON, { bodyLimit: LINES_BYTES_MAX }, (_, body, done) => done(null, body));
  const routes = new Map(takers.map((e) => [`${e.method} ${e.path.replace(/\{(\w+)\}/g, ':$1')}`, e]));
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRoute', (route) => {
    const bytesMax = routes.get(`${String(route.method)} ${route.url}`)?.bodyBytesMax;
    if (bytesMax !== undefined) route.bodyLimit = bytesMax;
  });
  server.addHook('onRequest', async (request) => {
    const taker = routes.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (taker) await guard?.admit(taker, request);
  });
}

/**
 * On a stop signal Nest closes the server and finishes running work. After STOP_TIMEOUT_MS the process exits anyway: every job
 * can be repeated.
 */
function stopInTime(): void {
  const giveUp = () => setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, giveUp);
}
