import { createHash } from 'node:crypto';

/** Where the null provider tells what it was sent. */
export const BOOK_PATH = '/bench/book';
/** The key that both ends of this run know. */
export const SECURITY_KEY = '5e'.repeat(32);

/** What the null provider has to say about everything it was sent so far. */
export type ProviderBook = Readonly<{
  /** Requests for payouts. */
  calls: number;
  payouts: number;
  /** Payouts whose reference had come before: each of them is a seller paid twice. */
  repeated: number;
  /** In won. */
  total: number;
  /** The most requests that were under way at one time. */
  underWayMax: number;
  /** Of what was sent, reference by reference: see bookLine. */
  digest: string;
}>;

export type SentPayout = Readonly<{ refPayoutId: string; destination: string; amount: number; id: string }>;

/** Whom, how much, and what the provider called it. */
export const bookLine = ({ refPayoutId, destination, amount, id }: SentPayout): string =>
  `${refPayoutId}|${destination}|${amount}|${id}`;

/** The same for the same payouts, in whatever order they came. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('hex');
}
