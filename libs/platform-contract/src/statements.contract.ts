import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { recordOf, statedNames } from '@jeongsan/settlement';
import { z } from 'zod';
import { PayoutView, StatementView } from './payouts.contract.js';
import { may } from './refusals.js';
import { BusinessDate, BusinessMonth, Won } from './values.js';

/** The kinds of statement lines: each increases or decreases the seller's payable money. */
export const statementLineKinds = [
  'SALE',
  'REFUND',
  'RESERVE_RELEASED',
  'DEBT_NETTED',
  'WITHHOLDING',
  'RESERVE_HELD',
  'PAYOUT_RETURNED',
  'INVOICE_VAT',
  'ADJUSTMENT',
] as const;
export type StatementLineKind = (typeof statementLineKinds)[number];

/** The components of an order line: `gross - discountShare` less the charges is the net. Negative on a refund. */
const components = {
  /** The price; on a refund, the decrease of the seller's own price. */
  gross: Won,
  /** The part of the price that is free of VAT, as the order named it. */
  taxFree: Won,
  /** The part of the discount that the seller bears. */
  discountShare: Won,
  /** `vat` is the VAT on commission and fees. */
  ...recordOf(statedNames, () => Won),
  net: Won,
};

export const StatementLine = z.object({
  /** SALE: the date on which the line matured. Other kinds: the effective date. */
  date: BusinessDate,
  kind: z.enum(statementLineKinds),
  orderId: z.string().nullable(),
  lineId: z.string().nullable(),
  /** SALE: the number of the tranche. Other kinds: null. */
  tranche: z.int().nullable(),
  productId: z.string().nullable(),
  category: z.string().nullable(),
  ...components,
  /** The change of the payable balance. For a REFUND, the part of `net` that exceeded the payable balance became debt. */
  amount: Won,
  /** The ledger entry of this statement line. */
  entryId: z.string(),
  postingKey: z.string(),
  /** The closed month whose fact this line corrects; null for a fact of the month of its date. */
  corrects: BusinessMonth.nullable(),
  /** Why a person adjusted the balance by hand, as that person wrote it; null for lines of any other origin. */
  reason: z.string().nullable(),
});
export type StatementLine = z.output<typeof StatementLine>;

export const StatementTotal = z.object({
  kind: z.enum(statementLineKinds),
  count: z.int(),
  ...components,
  amount: Won,
});
export type StatementTotal = z.output<typeof StatementTotal>;

export const StatementDetail = StatementView.extend({
  /** Movements from the previous statement's cutoff (null: no previous statement) up to this statement's cutoff, exclusive. */
  period: z.object({ from: Instant.nullable(), until: Instant }),
  lineCount: z.int(),
  /** Debt that the seller paid back beside the provider in this period: no part of `movements`. */
  debtRepaid: Won,
  /** One total for each kind of statement line that occurs; their amounts add up to `movements`. */
  totals: z.array(StatementTotal),
  /** Their amounts add up to payoutAmount, also where a payout failed later. */
  payouts: z.array(
    PayoutView.pick({ id: true, amount: true, state: true, payoutDate: true, failureCode: true, finishedAt: true }),
  ),
});
export type StatementDetail = z.output<typeof StatementDetail>;

const StatementId = z.object({ statementId: z.uuid() });

export const getStatement = endpoint({
  method: 'GET',
  path: '/statements/{statementId}',
  summary:
    'A statement: period, opening, totals by kind, payouts, what is carried and why. Opening + movements = payout + carried.',
  security: 'bearer',
  scope: 'payouts:read',
  params: StatementId,
  success: { status: 200, body: StatementDetail },
  errors: may('STATEMENT_NOT_FOUND'),
});

export const listStatementLines = endpoint({
  method: 'GET',
  path: '/statements/{statementId}/lines',
  summary: 'The lines of a statement, each with the order line and the ledger entry behind it.',
  security: 'bearer',
  scope: 'payouts:read',
  params: StatementId,
  query: z.object({ after: z.string().max(400).optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(StatementLine) },
  errors: may('STATEMENT_NOT_FOUND', 'CURSOR_INVALID'),
});

export const documentFormats = ['csv', 'xlsx', 'pdf'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
export const documentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const satisfies Record<DocumentFormat, string>;
export const documentLanguages = ['ko', 'en'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

export const getStatementDocument = endpoint({
  method: 'GET',
  path: '/statements/{statementId}/document',
  summary: 'A statement as a file to keep: CSV, XLSX or PDF, in Korean or English.',
  security: 'bearer',
  scope: 'payouts:read',
  params: StatementId,
  query: z.object({ format: z.enum(documentFormats), lang: z.enum(documentLanguages).default('ko') }),
  success: { status: 200, body: FileAnswer },
  answerTypes: Object.values(documentTypes),
  errors: may('STATEMENT_NOT_FOUND', 'STATEMENT_TOO_LONG'),
});

export const statementsContract = { getStatement, listStatementLines, getStatementDocument } as const;
