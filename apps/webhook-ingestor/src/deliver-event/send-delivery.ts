import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { AddressBlocked, guardedLookup, hostOf, isPublicAddress, type TargetRules } from '../target-address.js';

/** The result of an attempt. `error` null means that the endpoint has accepted the event. */
export type Attempt = Readonly<{ status: number | null; error: AttemptError | null }>;
export type AttemptError =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'connection'
  | 'dns'
  | 'tls'
  | 'blocked-address'
  /** The endpoint was removed while its event waited to be sent. */
  | 'removed';

export type Outgoing = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: Buffer }>;
export type SendDelivery = ((outgoing: Outgoing) => Promise<Attempt>) & { close: () => void };

const TIMEOUT_MS = 10_000;
const IDLE_SOCKET_MS = 15_000;
const IDLE_SOCKETS_PER_HOST = 8;
/**
 * Bytes of a reply that are read. Only the status of a reply matters; reading a short body to its end lets the
 * connection be used again.
 */
const REPLY_BYTES_MAX = 16 * 1024;

/**
 * Sends events over kept-alive connections. Follows no redirect, ignores reply bodies, connects to public addresses
 * only.
 */
export function deliverySender(rules: TargetRules, timeoutMs = TIMEOUT_MS): SendDelivery {
  const options = {
    keepAlive: true,
    maxFreeSockets: IDLE_SOCKETS_PER_HOST,
    timeout: IDLE_SOCKET_MS,
    ...(!rules.allowInsecure && { lookup: guardedLookup(rules.resolve) }),
  };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  const send = async (outgoing: Outgoing): Promise<Attempt> => {
    const target = new URL(outgoing.url);
    if (!rules.allowInsecure && !isAllowed(target)) return { status: null, error: 'blocked-address' };
    try {
      return await post(target, outgoing, agents, timeoutMs);
    } catch (error) {
      return { status: null, error: errorOf(error) };
    }
  };
  const close = () => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return Object.assign(send, { close });
}

/** Checks a host that is written as an IP address here: sockets call the guarded lookup for names only. */
function isAllowed(target: URL): boolean {
  const host = hostOf(target);
  return target.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}

type Agents = Readonly<{ http: http.Agent; https: https.Agent }>;

class TookTooLong extends Error {}

async function post(target: URL, outgoing: Outgoing, agents: Agents, timeoutMs: number): Promise<Attempt> {
  try {
    return await exchange(target, outgoing, agents, timeoutMs);
  } catch (error) {
    // The endpoint closed a kept-alive connection at the moment of its reuse. The event was not received, so it is sent
    // once more.
    if (error instanceof StaleSocket) return exchange(target, outgoing, agents, timeoutMs);
    throw error;
  }
}

class StaleSocket extends Error {}

function exchange(target: URL, { headers, body }: Outgoing, agents: Agents, timeoutMs: number): Promise<Attempt> {
  const isSecure = target.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(target, {
      method: 'POST',
      agent: isSecure ? agents.https : agents.http,
      headers: { ...headers, 'content-length': String(body.length) },
    });
    // The time-out covers the whole exchange, because a socket's own time-out starts again with every byte.
    const deadline = setTimeout(() => request.destroy(new TookTooLong()), timeoutMs);
    request.on('close', () => clearTimeout(deadline));
    request.on('error', (error) => {
      const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      reject(isStale ? new StaleSocket() : error);
    });
    request.on('response', (reply) => {
      resolve(attemptOf(reply.statusCode ?? 0));
      discard(request, reply);
    });
    request.end(body);
  });
}

function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { status, error: null };
  return { status, error: status >= 300 && status < 400 ? 'redirect' : 'status' };
}

function discard(request: http.ClientRequest, reply: http.IncomingMessage): void {
  let size = 0;
  reply.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > REPLY_BYTES_MAX) request.destroy();
  });
  reply.on('error', () => undefined);
}

function errorOf(error: unknown): AttemptError {
  if (error instanceof TookTooLong) return 'timeout';
  if (error instanceof AddressBlocked) return 'blocked-address';
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/^(ENOTFOUND|EAI_)/.test(code) || syscall.startsWith('query')) return 'dns';
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_)/.test(code)) return 'tls';
  return 'connection';
}
