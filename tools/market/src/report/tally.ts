/** A number of things, and their amount in won. */
export type Tally = Readonly<{ count: number; amount: bigint }>;

export const total = <T>(items: readonly T[], amount: (item: T) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

export const tallyOf = (items: readonly Readonly<{ amount: bigint }>[]): Tally => ({
  count: items.length,
  amount: total(items, ({ amount }) => amount),
});
