import { logTextOf, toProblem } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { type AnswerError, answerProblem } from './forward-request/answer-error.js';
import { byKey, limitRate } from './limit-rate/limit-rate.js';
import type { RateWindows } from './limit-rate/rate-windows.js';
import type { ConsoleParts } from './console-parts.js';
import { type ConsoleFiles, serveConsole } from './serve-console/serve-console.js';
import { toOwnHost } from './serve-console/own-host.js';
import { serveSession } from './sign-in/sign-out.js';
import { serveSignIn } from './sign-in/sign-in.js';

/** Paths of the session: without a sign-in they say so, instead of showing the page of an app. */
const SESSION_PATHS = ['session', 'sign-in', 'signed-in', 'sign-out', 'sign-out-everywhere', 'signed-out'];

/** Serves the console: its pages, and the sign-in where it is configured (`parts`). */
export function openConsole(
  server: FastifyInstance,
  parts: ConsoleParts | undefined,
  { files, limit }: Readonly<{ files: ConsoleFiles; limit: RateWindows }>,
): void {
  void server.register(async (scope) => {
    scope.setErrorHandler(answerLogged);
    if (parts) scope.addHook('onRequest', toOwnHost(parts.origin));
    serveConsole(scope, files);
    if (!parts) {
      const off = () => {
        throw refuse('CONSOLE_OFF', 'This front door has no settings of a sign-in');
      };
      for (const path of SESSION_PATHS) scope.route({ method: ['GET', 'POST'], url: `/console/${path}`, handler: off });
      return;
    }
    scope.addHook('onClose', async () => parts.store.close());
    scope.addHook('onRequest', limitRate('console', limit, byKey));
    serveSignIn(scope, parts);
    serveSession(scope, parts);
  });
}

/** A fault of the door itself is logged: the answer says nothing about it. */
const answerLogged: AnswerError = (error, request, reply) => {
  // @fastify/static forbids a path that leaves its folder, and the folder itself: there is nothing.
  if ((error as { statusCode?: number }).statusCode === 403) return void reply.callNotFound();
  if (toProblem(error).status >= 500) new Logger('Console').error(`Trace ${request.id} failed`, logTextOf(error));
  answerProblem(error, request, reply);
};
