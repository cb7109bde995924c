import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a call of the control API may change something. Programs send no Origin. A browser does: then the page must be the sandbox's
 * own, at a name that cannot be another site's (its name server could point it at this machine).
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host.toLowerCase() && (isOfThisMachine(page.hostname) || hosts.includes(page.hostname));
}

const isOfThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
