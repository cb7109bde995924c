import type { SheetKind } from '@jeongsan/platform-contract';

/** Columns that name the break, and the settlement that waits for its second person. */
const keyColumns = ['id', 'version', 'decisionId'] as const;
/** Columns that a person fills: the verb, and the fields of its endpoint under their names. */
export const filledColumns = ['verb', 'reason', 'note', 'owner', 'remark', 'counterAccount', 'gain', 'key'] as const;
/** Columns to read only; an uploaded file may lack them, and what it says in them is ignored. */
const shownColumns = [
  ...(['class', 'subject', 'businessDate', 'state', 'severity', 'dueAt', 'ageHours', 'ownedBy'] as const),
  ...([
    'amount',
    'currency',
    'orderId',
    'paymentKey',
    'sellerId',
    'expected',
    'found',
    'differs',
    'ours',
    'theirs',
  ] as const),
  ...([
    'ways',
    'proposedWay',
    'proposedBy',
    'proposedReason',
    'proposedGain',
    'proposedCounterAccount',
    'proposedKey',
  ] as const),
] as const;

/** All columns, in the order of a downloaded file. */
export const sheetColumns = [...keyColumns, ...shownColumns, ...filledColumns] as const;

/** The columns without which a file cannot be read. */
export const neededColumns = {
  breaks: ['id', 'version', 'verb'],
  decisions: ['id', 'decisionId', 'verb'],
} as const satisfies Record<SheetKind, readonly (typeof sheetColumns)[number][]>;

export type SheetColumn = (typeof sheetColumns)[number];
type FilledColumn = (typeof filledColumns)[number];
export type ShownColumn = Exclude<SheetColumn, FilledColumn>;
export const isToFill = (column: SheetColumn): column is FilledColumn =>
  (filledColumns as readonly string[]).includes(column);
/** The cells of an uploaded row that count, as they are written; an empty cell is an empty text. */
export type Cells = Readonly<Record<(typeof keyColumns)[number] | FilledColumn, string>>;
export const countedColumns = [...keyColumns, ...filledColumns] as const;
