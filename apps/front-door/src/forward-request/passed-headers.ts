import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BACKGROUND_HEADER, CONSOLE_WRITE_HEADER } from '@jeongsan/platform-contract';
import type { FastifyRequest } from 'fastify';

type Headers = IncomingHttpHeaders;

/** Headers of one connection (RFC 9110 7.6.1), which say nothing about the message and end at the door. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings'],
];
/** What a caller may not say about itself, `expect`, which the door has answered, and what is between a browser and the door. */
const DROPPED = new Set([
  ...HOP_BY_HOP,
  ...[
    'expect',
    'forwarded',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
  ],
  ...['cookie', CONSOLE_WRITE_HEADER, BACKGROUND_HEADER],
]);

const WELL_FORMED_ID = /^[\w.:-]{1,128}$/;
const WELL_FORMED_TRACE = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's id of a request when it is well-formed, else the door's own. */
export function requestIdOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : id;
}

/**
 * The headers that a service receives: the caller's, without those of the connection, and with the address of the socket as
 * the only source. A browser's session is replaced by the person's token. The service logs the same trace id as the door.
 */
export function toService(request: FastifyRequest, headers: Headers, isTraced: boolean): Headers {
  const passed: Headers = {};
  for (const [name, value] of Object.entries(headers)) if (!DROPPED.has(name)) passed[name] = value;
  Object.assign(passed, request.ofPerson);
  passed['x-forwarded-for'] = request.socket.remoteAddress;
  passed['x-request-id'] = requestIdOf(request);
  // Tracing writes this header itself, as the child of the door's own span.
  if (isTraced) delete passed['traceparent'];
  else if (!WELL_FORMED_TRACE.test(String(headers['traceparent'])))
    passed['traceparent'] = `00-${request.id}-${randomBytes(8).toString('hex')}-01`;
  return passed;
}

/** The headers of a service's answer without those of its connection to the door. Cookies of this origin are the door's alone. */
export function toCaller(headers: Headers): Headers {
  const passed = { ...headers };
  for (const name of [...HOP_BY_HOP, 'set-cookie']) delete passed[name];
  return passed;
}
