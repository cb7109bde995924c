import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { breakFilters } from './breaks.contract.js';
import { may } from './refusals.js';
import { Won } from './values.js';

/** The verbs of a sheet, as in the endpoints of one break: `breaks` for reconciliation:resolve, `decisions` for payouts:approve. */
export const sheetVerbs = {
  breaks: ['explain', 'adjust', 'force', 'reopen', 'assign', 'unassign', 'comment'],
  decisions: ['approve', 'decline'],
} as const;
export type SheetKind = keyof typeof sheetVerbs;
export type SheetVerb = (typeof sheetVerbs)[SheetKind][number];

const outcomes = [
  ...(['settled', 'proposed', 'declined', 'reopened', 'assigned', 'unassigned', 'commented'] as const),
  'refused',
] as const;

/** What a row would do, or did. */
export const SheetOutcome = z.object({
  outcome: z.enum(outcomes),
  /** refused: the code of the endpoint of the verb, or BREAK_SHEET_ROW. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
});
export type SheetOutcome = z.output<typeof SheetOutcome>;

export const BreakSheetView = z.object({
  id: z.uuid(),
  kind: z.enum(['breaks', 'decisions']),
  /** previewed: nothing was changed. applying: some rows have results; apply again to go on. */
  state: z.enum(['previewed', 'applying', 'applied', 'expired']),
  /** SHA-256 of the file. */
  contentHash: z.string(),
  /** Rows that name a verb. */
  rows: z.int(),
  /** Rows by what they would do, and by what they did. */
  preview: z.partialRecord(z.enum(outcomes), z.int()),
  results: z.partialRecord(z.enum(outcomes), z.int()),
  uploadedBy: z.string(),
  uploadedAt: Instant,
  expiresAt: Instant,
  appliedAt: Instant.nullable(),
});
export type BreakSheetView = z.output<typeof BreakSheetView>;

export const BreakSheetRow = z.object({
  /** The row of the spreadsheet; the header is row 1. */
  row: z.int(),
  breakId: z.string(),
  verb: z.string(),
  /** The break as it is now; null: there is none with this id. */
  class: z.string().nullable(),
  subject: z.string().nullable(),
  amount: Won.nullable(),
  currency: z.string().nullable(),
  preview: SheetOutcome,
  /** Null: not carried out. */
  result: SheetOutcome.nullable(),
});

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;
const OfSheet = z.object({ sheetId: z.uuid() });

export const exportBreaks = endpoint({
  ...reads,
  path: '/reconciliation/breaks/sheet',
  summary: 'Differences as a spreadsheet (CSV), oldest first, with empty columns for what is to be done about each.',
  query: z.object(breakFilters),
  success: { status: 200, body: FileAnswer },
  answerTypes: ['text/csv; charset=utf-8'],
  errors: may(),
});

/** Bytes of a file at most, in Base64 less than the limit of a body. */
export const SHEET_BYTES_MAX = 750_000;
const File = z.object({
  /** The file in Base64: CSV in UTF-8 or CP949. Other columns than the key columns and those to fill may be deleted. */
  content: z.base64().min(4),
});
const previews = {
  method: 'POST',
  security: 'bearer',
  success: { status: 201, body: BreakSheetView },
  errors: may('BREAK_SHEET_UNREADABLE', 'BREAK_SHEET_COLUMNS', 'BREAK_SHEET_EMPTY', 'TOO_MANY_LINES'),
} as const;

export const previewBreakSheet = endpoint({
  ...previews,
  path: '/reconciliation/break-sheets',
  summary: 'Show what each row of a filled spreadsheet would do. Nothing is changed.',
  scope: 'reconciliation:resolve',
  body: File,
});
export const previewDecisionSheet = endpoint({
  ...previews,
  path: '/reconciliation/break-decision-sheets',
  summary: 'Show what each row would do that approves or declines a proposed settlement. Nothing is changed.',
  scope: 'payouts:approve',
  body: File,
});

export const getBreakSheet = endpoint({
  ...reads,
  path: '/reconciliation/break-sheets/{sheetId}',
  summary: 'A spreadsheet with the numbers of its rows by what they would do and did.',
  params: OfSheet,
  success: { status: 200, body: BreakSheetView },
  errors: may('BREAK_SHEET_NOT_FOUND'),
});

export const listBreakSheetRows = endpoint({
  ...reads,
  path: '/reconciliation/break-sheets/{sheetId}/rows',
  summary: 'The rows of a spreadsheet that name a verb: what each would do, and what it did.',
  params: OfSheet,
  query: z.object({
    /** The result of rows that were carried out, the preview of the others. */
    outcome: z.enum(outcomes).optional(),
    after: IntText.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(BreakSheetRow) },
  errors: may('BREAK_SHEET_NOT_FOUND'),
});

const applies = {
  method: 'POST',
  security: 'bearer',
  params: OfSheet,
  success: { status: 200, body: BreakSheetView },
  errors: may('BREAK_SHEET_NOT_FOUND', 'BREAK_SHEET_EXPIRED', 'BREAK_SHEET_OTHER_PERSON'),
} as const;

export const applyBreakSheet = endpoint({
  ...applies,
  path: '/reconciliation/break-sheets/{sheetId}/apply',
  summary:
    'Carry out the rows of a previewed spreadsheet, each as its verb by itself does. A repeat goes on with rows without a result.',
  scope: 'reconciliation:resolve',
});
export const applyDecisionSheet = endpoint({
  ...applies,
  path: '/reconciliation/break-decision-sheets/{sheetId}/apply',
  summary:
    'Approve and decline the settlements of a previewed spreadsheet. A repeat goes on with rows without a result.',
  scope: 'payouts:approve',
});

export const breakSheetsContract = {
  ...{ exportBreaks, previewBreakSheet, previewDecisionSheet, getBreakSheet, listBreakSheetRows },
  ...{ applyBreakSheet, applyDecisionSheet },
} as const;
