import type { FastifyReply } from 'fastify';
import { html } from '../serve-console/plain-page.js';

type Words = Readonly<{ korean: string; english: string }>;

/** The page's way on: an address below this origin. */
const link = (href: string, { korean, english }: Words): string =>
  `<p><a href="${escaped(href)}">${korean} <span lang="en">${english}</span></a></p>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Answers the callback. The page goes on by itself: a redirect would still count as the issuer's, another site's, and the browser
 * would not send the new cookie along.
 */
export function goOn(reply: FastifyReply, path: string): FastifyReply {
  const words = { korean: '계속', english: 'Continue' };
  return html(reply, {
    status: 200,
    title: { korean: '로그인되었습니다', english: 'Signed in' },
    head: `<meta http-equiv="refresh" content="0; url=${escaped(path)}">`,
    body: link(path, words),
  });
}

export const signedOut = (reply: FastifyReply): FastifyReply =>
  html(reply, {
    status: 200,
    title: { korean: '로그아웃되었습니다', english: 'You are signed out' },
    body: link('/console/sign-in', { korean: '다시 로그인', english: 'Sign in again' }),
  });

export const signInFailed = (
  reply: FastifyReply,
  { status, code, title }: Readonly<{ status: number; code: string; title: Words }>,
): FastifyReply =>
  html(reply, {
    status,
    title,
    body: `<p><code>${code}</code></p>${link('/console/sign-in', { korean: '다시 로그인', english: 'Sign in again' })}`,
  });
