import { isServerAway, logTextOf } from '@jeongsan/nest-kit';
import { apiCodes } from '@jeongsan/platform-contract';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdOf, setSessionCookie } from '../keep-sessions/cookies.js';
import type { ConsoleParts } from '../console-parts.js';
import { newSecrets, type PendingSignIn } from './pending-sign-in.js';
import { goOn, signInFailed } from './pages.js';
import { returnPathOf } from './return-path.js';
import { type SignedIn, SignInRefused } from './issuer.js';

/** Milliseconds by which the clocks of issuer and door may differ. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Serves the way to the issuer and back. Both are pages that a person sees, so that errors are pages, too. */
export function serveSignIn(scope: FastifyInstance, parts: ConsoleParts): void {
  scope.get('/console/sign-in', async (request, reply) => {
    const { return: asked, fresh } = request.query as Readonly<Record<string, unknown>>;
    const secrets = newSecrets();
    const isFresh = fresh === 'true';
    const url = await parts.issuer.signInUrl(secrets, isFresh).catch((error: unknown) => failed(reply, error));
    if (typeof url !== 'string') return url;
    const replaces = sessionIdOf(request);
    parts.pending.keep(reply, { ...secrets, returnTo: returnPathOf(asked), isFresh, begunAt: parts.now(), replaces });
    return reply.redirect(url, 303);
  });
  scope.get('/console/signed-in', async (request, reply) => {
    try {
      return await signedIn(parts, request, reply);
    } catch (error) {
      return failed(reply, error);
    }
  });
}

async function signedIn(parts: ConsoleParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { state } = request.query as Readonly<Record<string, unknown>>;
  const pending = parts.pending.take(request, reply, state);
  if (!pending) return refused(reply, 'SIGN_IN_UNKNOWN');
  const answer = await parts.issuer.redeem(request.raw.url ?? '', pending);
  if (pending.isFresh && !isFreshEnough(answer, pending)) return refused(reply, 'SIGN_IN_NOT_FRESH');
  // The old id ends with the old sign-in: whoever knew it does not become the person who signed in now.
  if (pending.replaces !== undefined) await parts.store.end(pending.replaces);
  setSessionCookie(reply, await parts.store.create(answer.person, answer.tokens));
  return goOn(reply, pending.returnTo);
}

const isFreshEnough = ({ person: { signedInAt } }: SignedIn, { begunAt }: PendingSignIn): boolean =>
  signedInAt !== null && signedInAt >= begunAt - CLOCK_TOLERANCE_MS;

// prettier-ignore
const titles = {
  SIGN_IN_UNKNOWN:   { korean: '이 로그인은 이 브라우저에서 시작되지 않았거나 만료되었습니다', english: 'This sign-in was not begun in this browser, or is too old' },
  SIGN_IN_REFUSED:   { korean: '로그인이 거절되었습니다',                               english: 'The sign-in was refused' },
  SIGN_IN_NOT_FRESH: { korean: '다시 확인되지 않았습니다',                              english: 'The issuer did not ask again' },
  UNAVAILABLE:       { korean: '로그인에 필요한 서버가 응답하지 않습니다',                  english: 'A server that the sign-in needs does not answer' },
} as const;
type Code = keyof typeof titles;

const refused = (reply: FastifyReply, code: Code): FastifyReply =>
  signInFailed(reply, { status: apiCodes[code][0], code, title: titles[code] });

function failed(reply: FastifyReply, error: unknown): FastifyReply {
  const isRefused = error instanceof SignInRefused;
  if (!isRefused && !isServerAway(error)) throw error;
  new Logger('SignIn').warn(logTextOf(error));
  return refused(reply, isRefused ? 'SIGN_IN_REFUSED' : 'UNAVAILABLE');
}
