/** A number of things, and their amount in won. */
export type Tally = Readonly<{ count: number; amount: bigint }>;
