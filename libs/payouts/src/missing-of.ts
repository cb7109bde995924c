/** Won that a balance lacks for payouts that wait; 0: the balance covers them. */
export const missingOf = (waiting: bigint, free: bigint): bigint => (waiting > free ? waiting - free : 0n);
