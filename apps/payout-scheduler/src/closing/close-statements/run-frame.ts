/** A run that is being drafted: its date, and the exclusive upper bound of the times on its statements. */
export type RunFrame = Readonly<{ runId: string; businessDate: string; cutoff: Date }>;

/** When the postings of the closing itself take effect: just before the cut-off, so that they stand on the statement they shape. */
export const closingInstant = ({ cutoff }: RunFrame): Date => new Date(cutoff.getTime() - 1);
