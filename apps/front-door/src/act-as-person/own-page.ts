import { CONSOLE_WRITE_HEADER, refuse } from '@jeongsan/platform-contract';
import type { FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD']);

/**
 * Throws CROSS_SITE unless the request comes from a page of this origin. A browser states that in Sec-Fetch-Site, which no page
 * can set. A write needs two further signs, so that one of them may fail: its Origin, and a header that only a program sets.
 */
export function assertOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isOwn) throw refuse('CROSS_SITE', `A request with a session must come from a page of ${origin}`);
  if (READS.has(method)) return;
  if (headers.origin !== origin) throw refuse('CROSS_SITE', `A write with a session must have the Origin ${origin}`);
  if (headers[CONSOLE_WRITE_HEADER] !== '1')
    throw refuse('CROSS_SITE', `A write with a session must have the header ${CONSOLE_WRITE_HEADER}: 1`);
}
