import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, filters, paging, Won } from './values.js';

const BankAccountName = z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, '1 to 40 letters, digits, -, _ or .');
const Words = z.string().trim().min(1).max(60);
const covers = z.enum(['deposits', 'withdrawals', 'both']);

export const BankStatementView = z.object({
  id: z.uuid(),
  bankAccount: BankAccountName,
  account: z.string(),
  format: z.enum(['csv', 'camt.053']),
  /** SHA-256 of the file. */
  contentHash: z.string(),
  from: BusinessDate,
  to: BusinessDate,
  covers,
  rows: z.int(),
  uploadedBy: z.string(),
  uploadedAt: Instant,
});

export const BankRowView = z.object({
  id: z.uuid(),
  position: z.int(),
  day: BusinessDate,
  /** Negative: a withdrawal. */
  amount: Won,
  currency: z.string(),
  kind: z.enum(['settlement', 'payout', 'fee', 'other']),
  counterparty: z.string().nullable(),
  memo: z.string().nullable(),
  reference: z.string().nullable(),
});

/** Of a request with a statement: a file of 12 MB in Base64, such as 200,000 movements with 60 bytes each. */
const STATEMENT_BYTES_MAX = 16 * 1024 * 1024;

export const importBankStatement = endpoint({
  method: 'POST',
  path: '/reconciliation/bank-statements',
  summary:
    'Take a statement of a bank account, as the bank exports it; the next comparison holds it against settlements and payouts. The same file twice is taken once; with other words, its movements are told apart by these; for other days or another `covers` it adds these.',
  security: 'bearer',
  scope: 'reconciliation:resolve',
  bodyBytesMax: STATEMENT_BYTES_MAX,
  body: z.object({
    /** The name of the bank account in statements and breaks; not its number. */
    bankAccount: BankAccountName,
    /** The account at the provider whose settlements arrive here; empty: the main one, from which payouts leave. */
    account: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{0,30}$/)
      .default(''),
    format: z.enum(['csv', 'camt.053']),
    /** What of this bank account is compared. */
    covers,
    /** The file in Base64: UTF-8, or a CSV in CP949. */
    content: z.base64().min(4),
    /** The days that the file covers; absent: those that it names, or those of its rows. */
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
    /** Words in the counterparty or memo of the provider's deposits; absent: every deposit is the provider's. */
    provider: Words.optional(),
    /** Words in the counterparty or memo of payouts; absent: every withdrawal that is no fee is a payout. */
    payouts: Words.optional(),
  }),
  success: { status: 201, body: BankStatementView },
  errors: may('BANK_STATEMENT_UNREADABLE', 'BANK_STATEMENT_ROWS', 'BANK_STATEMENT_PERIOD', 'BANK_STATEMENT_ACCOUNT'),
});

export const listBankStatements = endpoint({
  method: 'GET',
  path: '/reconciliation/bank-statements',
  summary: 'Statements of bank accounts, the latest uploaded first.',
  security: 'bearer',
  scope: 'reconciliation:read',
  query: z.object({
    bankAccount: BankAccountName.optional(),
    /** Statements of days between these. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(BankStatementView) },
  errors: may(),
});

export const getBankStatement = endpoint({
  method: 'GET',
  path: '/reconciliation/bank-statements/{statementId}',
  summary: 'One statement of a bank account, without its rows.',
  security: 'bearer',
  scope: 'reconciliation:read',
  params: z.object({ statementId: z.uuid() }),
  success: { status: 200, body: BankStatementView },
  errors: may('BANK_STATEMENT_NOT_FOUND'),
});

export const listBankRows = endpoint({
  method: 'GET',
  path: '/reconciliation/bank-statements/{statementId}/rows',
  summary: 'The rows of a statement in the order of the file, without those that an earlier statement has.',
  security: 'bearer',
  scope: 'reconciliation:read',
  params: z.object({ statementId: z.uuid() }),
  query: z.object({ after: IntText.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(BankRowView) },
  errors: may('BANK_STATEMENT_NOT_FOUND'),
});

export const bankStatementsContract = {
  importBankStatement,
  listBankStatements,
  getBankStatement,
  listBankRows,
} as const;
