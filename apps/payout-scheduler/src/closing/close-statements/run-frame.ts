/** A run that is being drafted: its date, and the exclusive upper bound of the times on its statements. */
export type RunFrame = Readonly<{ runId: string; businessDate: string; cutoff: Date }>;

/**
 * The effective time of postings made by the closing itself: just before the cut-off, so that they stand on the
 * statement that causes them.
 */
export const closingInstant = ({ cutoff }: RunFrame): Date => new Date(cutoff.getTime() - 1);
