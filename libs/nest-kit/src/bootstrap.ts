import type { IncomingMessage, Server } from 'node:http';
import { obeyRehearsal } from '@jeongsan/failpoints';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { AccessGuard } from './access.guard.js';
import type { KitOptions } from './kit-options.js';
import { KitModule } from './kit.module.js';
import { ProblemFilter } from './problem.filter.js';
import { addRequestHooks } from './request-hooks.js';
import { StartLogger } from './start-logger.js';
import { traceIdOf } from './trace-id.js';
import { unreadable } from './unreadable.js';

const BODY_BYTES_MAX = 1024 * 1024;
const RECEIVE_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;
// Payment keys have up to 200 characters, and each may be percent-encoded.
const PATH_PARAMETER_CHARACTERS_MAX = 600;

/** Starts an app: everything around its own module is the same for all of them. Resolves once it listens. */
export async function bootstrap(options: KitOptions): Promise<NestFastifyApplication> {
  obeyRehearsal(options.env);
  const app = await createApp(options);
  stopInTime();
  await app.listen(options.env.PORT, options.env.HOST);
  return app;
}

/** The app without a socket, for tests: `app.inject` reaches it after `app.init`. */
export async function createApp(options: KitOptions): Promise<NestFastifyApplication> {
  const logger = pino({
    level: options.env.LOG_LEVEL,
    base: { service: options.title },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[redacted]' },
  });
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    // Node looks for late requests this often; its default would add half a minute.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: RECEIVE_TIMEOUT_MS },
    trustProxy: false,
    genReqId: (request: IncomingMessage) => traceIdOf(request.headers),
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    ...(options.unreadable ?? unreadable),
  });
  const app = await NestFactory.create<NestFastifyApplication>(KitModule.for(options, logger), adapter, {
    logger: new StartLogger(new PinoLogger({ pinoHttp: { logger } }), {}),
    rawBody: true,
    bodyParser: false,
    abortOnError: false,
  });
  addBodyParsers(app);
  addRequestHooks(app.getHttpAdapter().getInstance(), logger, app.get(Registry), options.env.ROLE);
  app.useGlobalFilters(options.filter ?? new ProblemFilter());
  if (options.guard !== false) app.useGlobalGuards(new AccessGuard(options.env));
  app.enableShutdownHooks();
  await options.configure?.(app);
  return app;
}

const SECRET_NAMES = ['authorization', 'password', 'secretKey', 'securityKey', 'accountNumber', 'apiKey'];
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** JSON, and text that stays a string (sealed bodies). Anything else is 415; `rawBody` keeps the bytes of both. */
function addBodyParsers(app: NestFastifyApplication): void {
  const parseJson = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<Server>('application/json', { bodyLimit: BODY_BYTES_MAX }, (request, body, done) => {
    // Many clients name the type even when they send nothing.
    if (body.length === 0) return done(null, undefined);
    void parseJson(request, body as unknown as string, done);
  });
  app.useBodyParser('text/plain', { bodyLimit: BODY_BYTES_MAX }, (_, body, done) => done(null, body.toString('utf8')));
}

/** Nest stops accepting and finishes what runs. If that takes too long the process ends anyway: every job can be repeated. */
function stopInTime(): void {
  const giveUp = () => setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, giveUp);
}
