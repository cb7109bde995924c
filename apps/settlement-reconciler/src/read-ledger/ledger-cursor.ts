/** A place in a list of the ledger, as text: the month and the id of the last row, `2026-05:1234`. */
export type LedgerPlaceInMonth = Readonly<{ month: string; id: bigint }>;

/** Reads a cursor of the contract's form. */
export function placeOf(cursor: string | undefined): LedgerPlaceInMonth | null {
  const [month, id] = cursor?.split(':') ?? [];
  return month === undefined || id === undefined ? null : { month: `${month}-01`, id: BigInt(id) };
}

const SEOUL_AHEAD_MS = 9 * 60 * 60 * 1_000;

/** The cursor after a row. The month is that of Asia/Seoul. */
export const cursorAfter = ({ id, effectiveAt }: { id: bigint; effectiveAt: Date }): string =>
  `${new Date(effectiveAt.getTime() + SEOUL_AHEAD_MS).toISOString().slice(0, 7)}:${id}`;
