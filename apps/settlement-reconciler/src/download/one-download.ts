/** One listing that a run reads, and the place up to which it was read. */
export type Download = Readonly<{
  id: bigint;
  /** The name of the account at the provider. */
  account: string;
  source: 'transactions' | 'settlements-sold' | 'settlements-paid';
  day: string;
  pass: number;
  cursor: string | null;
  /** Pages that are stored. */
  pages: number;
}>;
