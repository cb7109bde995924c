import { endpoint, FileAnswer, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { documentFormats, documentLanguages, documentTypes, StatementDetail } from './statements.contract.js';
import { BusinessDate, BusinessMonth, SellerKey, Won } from './values.js';

/**
 * All statements of one seller whose settlement date lies in one month: opening + movements = payouts + carried, from the first
 * statement's opening balance to the last statement's carried balance.
 */
export const MonthlyStatementView = z.object({
  sellerId: SellerKey,
  month: BusinessMonth,
  statements: z.int(),
  firstDate: BusinessDate,
  lastDate: BusinessDate,
  opening: Won,
  movements: Won,
  payoutAmount: Won,
  /** Tax withheld by these statements, less what refunds returned. */
  withheld: Won,
  carried: Won,
});
export type MonthlyStatementView = z.output<typeof MonthlyStatementView>;

export const MonthlyStatement = MonthlyStatementView.extend(
  StatementDetail.pick({ period: true, lineCount: true, debtRepaid: true, totals: true, payouts: true }).shape,
).extend({ statementIds: z.array(z.uuid()) });
export type MonthlyStatement = z.output<typeof MonthlyStatement>;

const reads = { method: 'GET', security: 'bearer', scope: 'payouts:read' } as const;
const OfSeller = z.object({ month: BusinessMonth, sellerId: SellerKey });
const Document = z.object({ format: z.enum(documentFormats), lang: z.enum(documentLanguages).default('ko') });

export const listMonthlyStatements = endpoint({
  ...reads,
  path: '/monthly-statements/{month}',
  summary: "Each seller's statements of a month in one row, by seller.",
  params: z.object({ month: BusinessMonth }),
  query: z.object({ after: SellerKey.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(MonthlyStatementView) },
  errors: may(),
});

export const getMonthlyStatement = endpoint({
  ...reads,
  path: '/monthly-statements/{month}/sellers/{sellerId}',
  summary: "A seller's statements of a month as one: totals by kind, payouts, what is carried.",
  params: OfSeller,
  success: { status: 200, body: MonthlyStatement },
  errors: may('STATEMENT_NOT_FOUND'),
});

export const getMonthlyDocument = endpoint({
  ...reads,
  path: '/monthly-statements/{month}/sellers/{sellerId}/document',
  summary: "A seller's month as a file to keep: CSV, XLSX or PDF, in Korean or English.",
  params: OfSeller,
  query: Document,
  success: { status: 200, body: FileAnswer },
  answerTypes: Object.values(documentTypes),
  errors: may('STATEMENT_NOT_FOUND', 'STATEMENT_TOO_LONG'),
});

export const getMonthlyDocuments = endpoint({
  ...reads,
  path: '/monthly-statements/{month}/documents',
  summary:
    'The documents of all sellers of a month as one ZIP archive. A month too long for its format is a text file that says so.',
  params: z.object({ month: BusinessMonth }),
  query: Document,
  success: { status: 200, body: FileAnswer },
  answerTypes: ['application/zip'],
  errors: may('STATEMENT_NOT_FOUND', 'STATEMENTS_TOO_MANY'),
});

export const monthlyStatementsContract = {
  listMonthlyStatements,
  getMonthlyStatement,
  getMonthlyDocument,
  getMonthlyDocuments,
} as const;
