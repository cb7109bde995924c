import { hash } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdOf } from '../keep-sessions/cookies.js';
import type { RateWindows } from './rate-windows.js';

/** What a limit counts: requests of a credential, or of an address. */
export type CountedBy = (request: FastifyRequest) => string;

/** The hash of the credential or of the session, so that neither stays in the memory of the door. */
export const byKey: CountedBy = (request) => {
  const credential = request.headers.authorization ?? sessionIdOf(request);
  return credential === undefined ? byAddress(request) : hash('sha256', credential, 'base64');
};

export const byAddress = ({ socket }: Pick<FastifyRequest, 'socket'>): string => socket.remoteAddress ?? 'unknown';

/** Hook: counts a request and states the limit in the answer. Throws RATE_LIMITED when the minute's requests are used up. */
export const limitRate =
  (name: string, windows: RateWindows, countedBy: CountedBy) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { isOver, remaining, resetSeconds } = windows.take(countedBy(request));
    void reply.headers({
      'ratelimit-policy': `"${name}";q=${windows.perMinute};w=60`,
      ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    });
    if (!isOver) return;
    void reply.header('retry-after', String(resetSeconds));
    throw new Refusal(429, 'RATE_LIMITED', `More than ${windows.perMinute} requests within a minute`, {
      retryAfterSeconds: resetSeconds,
    });
  };
