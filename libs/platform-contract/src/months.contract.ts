import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { monthMachine, monthRequestMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { documentLanguages, documentTypes } from './statements.contract.js';
import { BusinessMonth, DecisionReason, Won } from './values.js';

// prettier-ignore
/**
 * The checklist of a month, in the order in which it is shown. A check that `mayBeOverridden` can be missing when a second person
 * approves the closing.
 */
export const monthChecks = {
  MONTH_OVER:            { mayBeOverridden: false, about: 'The month is over in Asia/Seoul.' },
  EARLIER_MONTHS_CLOSED: { mayBeOverridden: false, about: 'Every earlier month with postings is closed.' },
  NIGHTS_PROVEN:         { mayBeOverridden: true,  about: 'Every night that reconciles a day of the month is done and proven, or proven with exceptions.' },
  BREAKS_SETTLED:        { mayBeOverridden: true,  about: 'No break of the month above the severity LOW is open.' },
  STATEMENTS_CLOSED:     { mayBeOverridden: true,  about: 'Every settlement date of the month has its run, and none waits for a decision.' },
  TAX_INVOICES_ISSUED:   { mayBeOverridden: true,  about: 'The last draft of tax invoices has seen all charges of the month, none is still a draft, and no issued one differs.' },
} as const satisfies Record<string, Readonly<{ mayBeOverridden: boolean; about: string }>>;
export type MonthCheck = keyof typeof monthChecks;
export const monthCheckNames = Object.keys(monthChecks) as MonthCheck[];

export const MonthCheckView = z.object({
  check: z.enum(monthCheckNames),
  passed: z.boolean(),
  mayBeOverridden: z.boolean(),
  /** What is missing: dates, breaks, runs or invoices; the first twenty. */
  missing: z.array(z.string()).max(20),
  /** How many are missing. */
  count: z.int(),
});
export type MonthCheckView = z.output<typeof MonthCheckView>;

/** A month of the books in Asia/Seoul. */
export const MonthView = z.object({
  month: BusinessMonth,
  state: z.enum(monthMachine.states),
  closedAt: Instant.nullable(),
  /** Of the month when it was closed; null before. */
  figures: z
    .object({
      postings: z.int(),
      entries: z.int(),
      /** SHA-256 of all balances at the end of the month. */
      balancesHash: z.string(),
    })
    .nullable(),
});
export type MonthView = z.output<typeof MonthView>;

export const MonthDetail = MonthView.extend({ checklist: z.array(MonthCheckView) });
export type MonthDetail = z.output<typeof MonthDetail>;

export const MonthRequestView = z.object({
  id: z.uuid(),
  month: BusinessMonth,
  kind: z.enum(['close', 'reopen']),
  reason: z.string(),
  /** The checks that had not passed when the request was made. */
  missing: z.array(z.enum(monthCheckNames)),
  /** How many things each of them missed then, in the same order: an approval covers no more. */
  counts: z.array(z.int()),
  state: z.enum(monthRequestMachine.states),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;
const proposes = { method: 'POST', security: 'bearer', scope: 'reconciliation:resolve' } as const;
const decides = { method: 'POST', security: 'bearer', scope: 'payouts:approve' } as const;
const OfMonth = z.object({ month: BusinessMonth });
const OfRequest = z.object({ requestId: z.uuid() });

export const listMonths = endpoint({
  ...reads,
  path: '/months',
  summary: 'The months of the books, newest first.',
  query: z.object({ after: BusinessMonth.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(MonthView) },
  errors: may(),
});

export const getMonth = endpoint({
  ...reads,
  path: '/months/{month}',
  summary: 'A month of the books: its state, and the checklist before it can be closed.',
  params: OfMonth,
  success: { status: 200, body: MonthDetail },
  errors: may('MONTH_NOT_FOUND'),
});

export const closeMonth = endpoint({
  ...proposes,
  path: '/months/{month}/closing',
  summary:
    'Close a month: later facts of it are booked in the next one as corrections. With `override`, a month from whose checklist something is missing is proposed to a second person.',
  params: OfMonth,
  body: z.object({ reason: DecisionReason, override: z.boolean().default(false) }),
  success: { status: 201, body: MonthRequestView },
  errors: may(
    'MONTH_NOT_FOUND',
    'MONTH_STATE',
    'MONTH_NOT_READY',
    'MONTH_REQUEST_OPEN',
    'MONTH_SECOND_PERSON_REQUIRED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const reopenMonth = endpoint({
  ...proposes,
  path: '/months/{month}/reopening',
  summary: 'Propose to reopen the month that was closed last; a second person decides.',
  params: OfMonth,
  body: z.object({ reason: DecisionReason }),
  success: { status: 201, body: MonthRequestView },
  errors: may(
    'MONTH_NOT_FOUND',
    'MONTH_STATE',
    'MONTH_SEALED',
    'MONTH_NOT_LAST',
    'MONTH_REQUEST_OPEN',
    'MONTH_SECOND_PERSON_REQUIRED',
  ),
});

export const approveMonthRequest = endpoint({
  ...decides,
  path: '/month-requests/{requestId}/approve',
  summary: 'Close or reopen the month as proposed; the person who proposed it may not.',
  params: OfRequest,
  success: { status: 200, body: MonthRequestView },
  errors: may(
    'MONTH_REQUEST_NOT_FOUND',
    'MONTH_REQUEST_STATE',
    'MONTH_STATE',
    'MONTH_NOT_READY',
    'MONTH_SEALED',
    'MONTH_NOT_LAST',
    'MONTH_SECOND_PERSON_REQUIRED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const rejectMonthRequest = endpoint({
  ...decides,
  path: '/month-requests/{requestId}/reject',
  summary: 'Reject a proposal to close or to reopen a month.',
  params: OfRequest,
  success: { status: 200, body: MonthRequestView },
  errors: may('MONTH_REQUEST_NOT_FOUND', 'MONTH_REQUEST_STATE', 'MONTH_SECOND_PERSON_REQUIRED'),
});

export const listMonthRequests = endpoint({
  ...reads,
  path: '/month-requests',
  summary: 'Requests to close or to reopen months, by id.',
  query: z.object({
    month: BusinessMonth.optional(),
    state: z.enum(monthRequestMachine.states).optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(MonthRequestView) },
  errors: may(),
});

/** Debits less credits of one kind of account, in minor units of the currency; all sellers' accounts of one kind are one. */
export const MonthAccount = z.object({
  account: z.string(),
  currency: z.string(),
  opening: Won,
  movements: z.array(
    z.object({
      template: z.string(),
      /** The closed month whose facts these postings are; null: facts of this month. */
      corrects: BusinessMonth.nullable(),
      amount: Won,
      entries: z.int(),
    }),
  ),
  closing: Won,
});
export type MonthAccount = z.output<typeof MonthAccount>;

/** One line of the report, in won, counted in the direction in which its account grows. */
export const ReportLine = z.object({
  line: z.string(),
  ko: z.string(),
  en: z.string(),
  account: z.string(),
  /** Null for a line of some kinds of posting only. Otherwise opening + amount + corrections = closing. */
  opening: Won.nullable(),
  amount: Won,
  /** Facts of earlier months, which were closed when they came. */
  corrections: Won,
  closing: Won.nullable(),
});
export type ReportLine = z.output<typeof ReportLine>;

export const MonthReport = z.object({
  month: BusinessMonth,
  state: z.enum(monthMachine.states),
  lines: z.array(ReportLine),
  accounts: z.array(MonthAccount),
});
export type MonthReport = z.output<typeof MonthReport>;

export const getMonthReport = endpoint({
  ...reads,
  path: '/months/{month}/report',
  summary:
    "The platform's report of a month: sales, cancels, fees, commission, VAT, withholding, promotions, debts, reserves, payables, payouts and corrections of earlier months, each summed from the ledger.",
  params: OfMonth,
  success: { status: 200, body: MonthReport },
  errors: may('MONTH_NOT_FOUND', 'MONTH_DETACHED'),
});

export const reportFormats = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const getMonthReportDocument = endpoint({
  ...reads,
  path: '/months/{month}/report/document',
  summary: "The platform's report of a month as a file to keep: CSV or XLSX, in Korean or English.",
  params: OfMonth,
  query: z.object({ format: z.enum(reportFormats).default('csv'), lang: z.enum(documentLanguages).default('ko') }),
  success: { status: 200, body: FileAnswer },
  answerTypes: reportFormats.map((format) => documentTypes[format]),
  errors: may('MONTH_NOT_FOUND', 'MONTH_DETACHED'),
});

/** Months in one auditor's file at most. */
export const AUDITED_MONTHS_MAX = 12;

export const getAuditorFile = endpoint({
  ...reads,
  scope: 'audit:read',
  path: '/auditor-files/{month}',
  summary:
    "The auditor's file: journal, balances, reports, statements, decisions, proofs and breaks of a period as one ZIP archive with a signed manifest and the program that checks it. Closed months only.",
  params: OfMonth,
  query: z.object({
    /** The last month of the period; absent: one month. */
    until: BusinessMonth.optional(),
  }),
  success: { status: 200, body: FileAnswer },
  answerTypes: ['application/zip'],
  errors: may('MONTH_NOT_FOUND', 'MONTH_NOT_CLOSED', 'MONTH_DETACHED', 'MONTH_PERIOD_INVALID'),
});

export const monthsContract = {
  listMonths,
  getMonth,
  closeMonth,
  reopenMonth,
  approveMonthRequest,
  rejectMonthRequest,
  listMonthRequests,
  getMonthReport,
  getMonthReportDocument,
  getAuditorFile,
} as const;
