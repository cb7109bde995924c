import { BlockList, isIP, isIPv4 } from 'node:net';
import { z } from 'zod';

/** A list of addresses and ranges, IPv4 and IPv6, separated by commas: `203.0.113.7, 2001:db8::/32`. */
export const AddressList = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(z.array(z.string().refine(isRange, 'is not an address or a range')))
  .transform(addressList);

export type AddressList = Readonly<{ has: (address: string) => boolean }>;

const bitsOf = (address: string): number => (isIPv4(address) ? 32 : 128);

function isRange(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsOf(address));
}

function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits = String(bitsOf(entry.split('/')[0] ?? ''))] = entry.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') };
}

/**
 * The address a request came from: the remote end of the connection or, if that is a trusted proxy, the rightmost
 * address in x-forwarded-for that is not a trusted proxy. Addresses further left were written by the sender and prove
 * nothing.
 */
export function sourceAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  proxies: AddressList | undefined,
): string {
  let source = plain(remote ?? '');
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
  while (proxies?.has(source)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    source = hop;
  }
  return source;
}

/** An IPv4-mapped IPv6 address is counted as its IPv4 address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/**
 * The key by which rates are counted: an IPv4 address, or the /64 network of an IPv6 address, since one sender usually
 * owns a whole /64.
 */
export function sourceKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
