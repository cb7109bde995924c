import { BACKGROUND_HEADER } from '@jeongsan/platform-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdOf } from '../keep-sessions/cookies.js';
import { assertOwnPage } from './own-page.js';
import type { PersonTokens } from './person-tokens.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The headers that a session adds to a forwarded request; null: the request goes on as it came. */
    ofPerson: Readonly<Record<string, string>> | null;
  }
}

/** A link is followed with the browser's own Accept, which wants a page: a list answers a link as a file. */
const LINK_ACCEPTS = 'text/csv, */*;q=0.8';

/** Hook: a request with a session and without Authorization is forwarded with the person's token. */
export const actAsPerson =
  (origin: string, tokens: PersonTokens) =>
  async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const { headers } = request;
    const id = headers.authorization === undefined ? sessionIdOf(request) : undefined;
    if (id === undefined) return;
    assertOwnPage(request, origin);
    const access = await tokens.accessOf(id, headers[BACKGROUND_HEADER] === undefined);
    request.ofPerson = {
      authorization: `Bearer ${access}`,
      ...(headers['sec-fetch-mode'] === 'navigate' && { accept: LINK_ACCEPTS }),
    };
  };
