import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSessionId } from './session-id.js';

/** `__Host-`: no other host, and no page over plain http, can set or replace the cookie. */
export const SESSION_COOKIE = '__Host-session';

const RULES = { path: '/', httpOnly: true, secure: true } as const;
const OWN_SITE = { ...RULES, sameSite: 'strict' } as const;

/** The id of the browser's session; undefined: no cookie of the form, or a door without a sign-in. */
export function sessionIdOf({ cookies }: Partial<Pick<FastifyRequest, 'cookies'>>): string | undefined {
  const id = cookies?.[SESSION_COOKIE];
  return id !== undefined && isSessionId(id) ? id : undefined;
}

/** The cookie ends with the browser: the server alone knows when the session ends. */
export const setSessionCookie = (reply: FastifyReply, id: string): void =>
  void reply.setCookie(SESSION_COOKIE, id, OWN_SITE);

export const clearSessionCookie = (reply: FastifyReply): void => void reply.clearCookie(SESSION_COOKIE, OWN_SITE);

/**
 * A cookie that comes along when the issuer sends the browser back: a `strict` one would not, since the issuer is another site.
 * @param seconds how long the browser keeps it; 0 deletes it.
 */
export const setPassingCookie = (reply: FastifyReply, name: string, value: string, seconds: number): void =>
  void reply.setCookie(name, value, { ...RULES, sameSite: 'lax', maxAge: seconds });
