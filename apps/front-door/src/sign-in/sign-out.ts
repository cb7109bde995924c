import { encode, Refusal } from '@jeongsan/http-contract';
import { consoleContract } from '@jeongsan/platform-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertOwnPage } from '../act-as-person/own-page.js';
import { sessionEnded } from '../act-as-person/person-tokens.js';
import type { ConsoleParts } from '../console-parts.js';
import { clearSessionCookie, sessionIdOf } from '../keep-sessions/cookies.js';
import type { Session } from '../keep-sessions/session.js';
import { signedOut } from './pages.js';

const SIGNED_OUT = '/console/signed-out';

/** Serves what the console asks about its own session: who it is, and its end. */
export function serveSession(scope: FastifyInstance, parts: ConsoleParts): void {
  const { store, issuer, origin, markets, now } = parts;
  // Before the body is read, which a form of another site has in a type that is refused for another reason.
  const fromOwnPage = async (request: FastifyRequest): Promise<void> => assertOwnPage(request, origin);
  scope.get(SIGNED_OUT, (_, reply) => signedOut(reply));
  scope.get(consoleContract.getSession.path, async (request, reply) => {
    const { person, startedAt, idleEndsAt, endsAt } = await sessionOf(parts, request);
    const { signedInAt, ...who } = person;
    return answer(
      reply,
      encode(consoleContract.getSession.success.body, {
        ...{ ...who, roles: [...who.roles] },
        signedInAt: signedInAt === null ? null : new Date(signedInAt),
        startedAt: new Date(startedAt),
        idleEndsAt: new Date(idleEndsAt),
        endsAt: new Date(endsAt),
        now: new Date(now()),
        markets: [...markets],
      }),
    );
  });
  scope.post(consoleContract.signOut.path, { onRequest: fromOwnPage }, async (request, reply) => {
    const id = sessionIdOf(request);
    const session = id === undefined ? undefined : await store.read(id, false);
    if (id !== undefined) await store.end(id);
    clearSessionCookie(reply);
    return answer(reply, { continueAt: await continueAt(session) });
  });
  scope.post(consoleContract.signOutEverywhere.path, { onRequest: fromOwnPage }, async (request, reply) => {
    const session = await sessionOf(parts, request);
    const ended = await store.endAll(session.person.subject);
    clearSessionCookie(reply);
    return answer(reply, { continueAt: await continueAt(session), ended });
  });
  const continueAt = async (session: Session | undefined): Promise<string> =>
    (session && (await issuer.signOutUrl(session.tokens.id))) ?? SIGNED_OUT;
}

async function sessionOf({ store, origin }: ConsoleParts, request: FastifyRequest): Promise<Session> {
  const id = sessionIdOf(request);
  if (id === undefined) throw new Refusal(401, 'UNAUTHENTICATED', 'This browser has no session: sign in');
  assertOwnPage(request, origin);
  const session = await store.read(id, false);
  if (!session) throw sessionEnded();
  return session;
}

const answer = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
