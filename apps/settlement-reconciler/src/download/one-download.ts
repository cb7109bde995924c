/** One listing that a run reads, and the place up to which it was read. */
export type Download = Readonly<{
  id: bigint;
  /** The name of the account at the provider. */
  account: string;
  source: 'transactions' | 'settlements-sold' | 'settlements-paid';
  day: string;
  /** 1 for the night, a further odd number for each reading by hand; the even number after it for its second reading. */
  pass: number;
  cursor: string | null;
  /** Pages that are stored. */
  pages: number;
}>;

/** Whether a listing is read a second time, because a row came twice in the reading before. */
export const isSecondReading = ({ pass }: Pick<Download, 'pass'>): boolean => pass % 2 === 0;
