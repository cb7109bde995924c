import { promises as dns } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { refuse } from '@jeongsan/platform-contract';

/** Resolves a host name to all of its addresses; throws or returns none when the name has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export type TargetRules = Readonly<{
  /** For rehearsals only: allows plain http and addresses of the own network. */
  allowInsecure: boolean;
  resolve: Resolve;
}>;

/** Provider token of the target rules of this process. */
export const TARGET_RULES = Symbol('target-rules');

/**
 * A connection that must not be made. The message names the host, never the address it resolved to, which would show
 * the own network to a stranger.
 */
export class AddressBlocked extends Error {
  override name = 'AddressBlocked';
}

// prettier-ignore
/** Ranges of IPv4 that are not public hosts: RFC 6890 and its updates. */
const blocked4 = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const;
// prettier-ignore
/**
 * Ranges within the public block of IPv6 that lead to no public host: protocol assignments with Teredo, documentation,
 * 6to4.
 */
const blocked6 = [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]] as const;

const blocked = new BlockList();
for (const [net, bits] of blocked4) blocked.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of blocked6) blocked.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const mapped4 = new BlockList();
mapped4.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether an address belongs to a host on the public internet. Unknown forms of addresses do not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      // An IPv4-mapped address is checked by its IPv4 part: the block list recognises both forms.
      return (global6.check(address, 'ipv6') || mapped4.check(address, 'ipv6')) && !blocked.check(address, 'ipv6');
    default:
      return false;
  }
}

const SECURE_PORT = '';
const PRIVILEGED_PORT_MAX = 1023;
/** Ports of services that would execute the text of an HTTP request. */
const refusedPorts = new Set([2049, 3306, 5432, 5984, 6379, 6667, 9200, 11211, 27017]);

/**
 * Checks an endpoint's URL. Throws WEBHOOK_URL_REFUSED for an address that must not be called. Every connection checks
 * its address again.
 */
export async function checkTarget(url: string, rules: TargetRules): Promise<void> {
  const target = new URL(url);
  const no = (reason: string) => refuse('WEBHOOK_URL_REFUSED', `The address ${reason}: no event can be sent there`);
  const isHttp = target.protocol === 'https:' || (rules.allowInsecure && target.protocol === 'http:');
  if (!isHttp) throw no('is not https');
  if (target.username !== '' || target.password !== '') throw no('carries a user name or a password');
  if (rules.allowInsecure) return;
  if (!isWelcomePort(target.port)) throw no('names a port of another service');
  const addresses = await addressesOf(hostOf(target), rules.resolve).catch(() => []);
  if (addresses.length === 0) throw no('has no host that can be found');
  if (!addresses.every(isPublicAddress)) throw no('leads into a private network');
}

/** The host of a URL in the form that DNS and sockets take: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function isWelcomePort(port: string): boolean {
  if (port === SECURE_PORT) return true;
  const number = Number(port);
  return number > PRIVILEGED_PORT_MAX && !refusedPorts.has(number);
}

const addressesOf = async (host: string, resolve: Resolve): Promise<readonly string[]> =>
  isIP(host) === 0 ? resolve(host) : [host];

/**
 * The `lookup` of a socket that connects to public addresses only. It runs at the connection, because a name can
 * resolve to another host after an earlier check. A name with one private address among several is refused.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(Object.assign(new Error(`Host ${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0);
        else if (!addresses.every(isPublicAddress))
          callback(new AddressBlocked(`Host ${hostname} is not public`), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Resolves a name through DNS itself: the system's resolver would occupy one of few threads, and it knows names of the
 * own machine.
 */
export function publicResolver(): Resolve {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
