import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { webhookHeaders } from '@jeongsan/provider-contract';
import type { FastifyRequest } from 'fastify';
import { ByteHolding, BytePool } from './byte-pool.js';
import { tooLarge } from './read-body.js';
import { sourceAddress, sourceKey, type AddressList } from './source-address.js';
import { TokenBuckets } from './token-buckets.js';

/** Settings of the public door that an operator configures. Injection token and type in one. */
export abstract class DoorSettings {
  abstract readonly unsignedBytesMax: number;
  abstract readonly signedBytesMax: number;
  /** Unsigned webhooks accepted from one source per second; each 4 KiB of a body count as one. */
  abstract readonly unsignedPerSecond: number;
  /** Addresses whose webhooks are read; undefined: all addresses. */
  abstract readonly sources: AddressList | undefined;
  /** Proxies whose x-forwarded-for header is trusted. */
  abstract readonly trustedProxies: AddressList | undefined;
  /** A last path segment that only the provider knows. */
  abstract readonly pathSecret: string | undefined;
  abstract readonly connectionsMax: number;
}

/** A request that may be read: its source, the bytes that may be read, and the memory held for them. */
export type Pass = Readonly<{ source: string; claimsSignature: boolean; bytesMax: number; holding: ByteHolding }>;

const MIB = 1024 * 1024;
const COUNTED_BYTES = 4 * 1024;
const BURST_SECONDS = 2;
/**
 * Wrong signatures a source may send before its signed bodies are bounded like unsigned ones: one, and one more every
 * ten minutes.
 */
const WRONG_SIGNATURES = { perSecond: 1 / 600, burst: 1 };
/** Factor by which a body's memory is reserved beyond its bytes, because readBody adds a cost for each chunk. */
const HOLDING_MARGIN = 2;

/**
 * Decides from the headers of a request whether its body is read, and up to how many bytes. Counts bodies, keeps none.
 */
export class Door {
  readonly pools = {
    unsigned: new BytePool(8 * MIB),
    signed: new BytePool(16 * MIB),
    'signed-large': new BytePool(16 * MIB),
  };
  private readonly rates: TokenBuckets;
  private readonly wrongSignatures: TokenBuckets;

  constructor(
    readonly settings: DoorSettings,
    nowMs: () => number = () => performance.now(),
  ) {
    const { unsignedPerSecond, unsignedBytesMax } = settings;
    const largest = costOf(unsignedBytesMax);
    const burst = Math.max(largest, unsignedPerSecond * BURST_SECONDS);
    this.rates = new TokenBuckets({ perSecond: unsignedPerSecond, burst }, nowMs);
    this.wrongSignatures = new TokenBuckets(WRONG_SIGNATURES, nowMs);
  }

  /** Checks a request by its headers. Throws a Refusal for a request whose body must not be read. */
  admit({ headers, params, socket }: FastifyRequest): Pass {
    const { unsignedBytesMax, signedBytesMax, sources, trustedProxies } = this.settings;
    this.checkSecret((params as { secret?: string }).secret);
    const address = sourceAddress(socket.remoteAddress, text(headers['x-forwarded-for']), trustedProxies);
    if (sources && !sources.has(address)) throw refuse('WEBHOOK_SOURCE_REFUSED', 'Webhooks come from other addresses');
    const source = sourceKey(address);
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    const claimsSignature = headers[webhookHeaders.signature] !== undefined;
    if (claimsSignature) {
      // After a wrong signature the source still may sign, with small bodies only: the provider may come through the
      // same proxy as an attacker.
      const mayBeLarge = this.wrongSignatures.left(source) > 0;
      const bytesMax = mayBeLarge ? signedBytesMax : Math.min(signedBytesMax, unsignedBytesMax);
      if (length !== undefined && length > bytesMax) throw tooLarge(bytesMax);
      const holding = new ByteHolding(this.pools.signed, unsignedBytesMax * HOLDING_MARGIN, this.pools['signed-large']);
      return { source, claimsSignature, bytesMax, holding };
    }
    this.admitUnsigned(source, length ?? unsignedBytesMax);
    const holding = new ByteHolding(this.pools.unsigned, unsignedBytesMax * HOLDING_MARGIN, undefined);
    return { source, claimsSignature, bytesMax: unsignedBytesMax, holding };
  }

  /** Counts a body with a wrong signature like an unsigned one, after the fact. */
  withoutSignature({ source }: Pass, bytes: number): void {
    this.wrongSignatures.take(source);
    this.admitUnsigned(source, bytes);
  }

  private admitUnsigned(source: string, bytes: number): void {
    const { unsignedBytesMax } = this.settings;
    if (bytes > unsignedBytesMax) throw tooLarge(unsignedBytesMax);
    const cost = costOf(bytes);
    if (this.rates.take(source, cost)) return;
    throw tooMany('Too many unsigned webhooks from one address', this.rates.secondsUntil(source, cost));
  }

  private checkSecret(given: string | undefined): void {
    const { pathSecret } = this.settings;
    if (pathSecret === undefined || isSame(given ?? '', pathSecret)) return;
    throw new Refusal(404, 'NOT_FOUND_ROUTE', 'There is nothing at this path');
  }
}

/** The refusal of a webhook beyond the rate. */
export const tooMany = (detail: string, retryAfterSeconds: number): Refusal =>
  refuse('WEBHOOK_RATE_LIMITED', detail, { retryAfterSeconds });

const costOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / COUNTED_BYTES));

const text = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join() : value;

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
