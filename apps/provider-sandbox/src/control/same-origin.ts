import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a request came to the control API under a host name of this sandbox: a name of this machine, or one of the
 * given hosts. Under another name the request may come from a web page whose name server resolves its own name to this
 * machine (DNS rebinding); the browser would let that page read the answers.
 */
export function isOwnHost({ host = '' }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isOfThisMachine(hostname) || hosts.includes(hostname);
}

/**
 * Whether a call may change something: calls without an Origin header come from programs; a browser's Origin must be
 * the sandbox's own page.
 */
export function isOwnOrigin({ origin, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

const isOfThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
