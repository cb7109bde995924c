import type { LockedBreak } from './change-break.js';

/** An amount without its sign. */
export const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Won of a difference or record, without sign; null: not known in won. */
export const wonOf = ({ amount, currency }: Pick<LockedBreak, 'amount' | 'currency'>): bigint | null =>
  amount === null || currency !== 'KRW' ? null : sizeOf(amount);

/** Null when one of them is not known: what is not known is above every limit. */
export const largerOf = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one > other ? one : other;
