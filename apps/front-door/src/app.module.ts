import fastifyCookie from '@fastify/cookie';
import { Module } from '@nestjs/common';
import { type KitOptions, READINESS } from '@jeongsan/nest-kit';
import { dropInContract, services } from '@jeongsan/platform-contract';
import { apiStyle } from '@jeongsan/platform-contract/reference';
import { askHealth } from './ask-health/ask-health.js';
import { consoleParts, sessionsReady } from './console-parts.js';
import { consoleSettings } from './console-settings.js';
import type { Env } from './env.js';
import { forwardRequests } from './forward-request/forward-requests.js';
import { contractOf, routeTable } from './route-table/route-table.js';
import { page, policy } from './show-reference/reference-page.js';
import { serveScripts } from './show-reference/show-reference.js';
import { openConsole } from './open-console.js';
import { RateWindows } from './limit-rate/rate-windows.js';
import { originsOf } from './origins.js';

const HEALTH_TIMEOUT_MS = 3_000;

@Module({})
class AppModule {}

/**
 * The options with which nest-kit runs the door. `nowMs` is the clock of the rate limits, `now` the clock of sessions
 * (milliseconds since 1970).
 */
export function frontDoorApp(env: Env, nowMs: () => number, now: () => number = Date.now): KitOptions {
  const routes = routeTable(services);
  const origins = originsOf(env);
  const signIn = consoleSettings(env);
  const console = signIn && consoleParts(signIn, now);
  return {
    module: {
      module: AppModule,
      providers: [{ provide: READINESS, useValue: console ? [sessionsReady(console)] : [] }],
    },
    env,
    title: 'front-door',
    contract: { ...contractOf(routes), ...dropInContract },
    apiStyle: apiStyle('door'),
    reference: () => ({ page, policy }),
    guard: false,
    metricsOnOwnPort: true,
    configure: (app) => {
      const server = app.getHttpAdapter().getInstance();
      // First: its hook reads the cookies for all that follow.
      if (console) void server.register(fastifyCookie);
      forwardRequests(server, {
        routes,
        origins,
        timeoutMs: env.SERVICE_TIMEOUT_SECONDS * 1_000,
        connectionsMax: env.SERVICE_CONNECTIONS_MAX,
        bytesMax: env.FORWARDED_BYTES_MAX,
        limits: {
          api: env.API_REQUESTS_PER_MINUTE,
          payments: env.PAYMENT_REQUESTS_PER_MINUTE,
          webhooks: env.WEBHOOK_REQUESTS_PER_MINUTE,
        },
        nowMs,
        console,
      });
      openConsole(server, console, {
        files: {
          folder: env.CONSOLE_FILES,
          sellerPageAncestors: env.SELLER_PAGE_FRAME_ANCESTORS,
          hasSignIn: console !== undefined,
        },
        limit: new RateWindows(env.API_REQUESTS_PER_MINUTE, nowMs),
      });
      serveScripts(server);
      server.get('/health', async (_, reply) => {
        const health = await askHealth(origins, HEALTH_TIMEOUT_MS);
        return reply.code(health.status === 'up' ? 200 : 503).send(health);
      });
    },
  };
}
