import { endpoint, FileAnswer, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, BusinessMonth, NamedInstant, SellerKey, Won } from './values.js';

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;

const AccountCode = z.string().regex(/^[A-Za-z0-9_.:-]{1,80}$/, 'is not the code of an account');
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);
/** Ids of postings and entries are whole numbers, written as text. */
const LedgerId = z.string().regex(/^[1-9]\d{0,17}$/, 'is not the id of a row of the ledger');
/** A month of business time and an id within the month. */
const LedgerCursor = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2]):\d{1,18}$/, 'is not the nextCursor of an earlier page');
const time = {
  /** Business time, inclusive. */
  from: NamedInstant.optional(),
  /** Business time, exclusive. */
  until: NamedInstant.optional(),
};

type Time = Readonly<{ from?: Date | undefined; until?: Date | undefined }>;
/** `from` and `until` may be the same instant: a time without rows. */
const inOrder = ({ from, until }: Time): boolean => from === undefined || until === undefined || from <= until;
const notInOrder = { message: 'from is later than until', path: ['from'] };

/** Of a list without `from`; with it, a list that needs a detached month is refused. */
const partlyDetached = {
  /** Rows of this month and before are detached and not in the list: attach the months. Null: the list leaves out no month. */
  detachedThrough: BusinessMonth.nullable(),
};

/** Positive amounts are debits, negative ones credits, in minor units of the currency. */
export const LedgerEntry = z.object({
  id: LedgerId,
  postingId: LedgerId,
  postingKey: z.string(),
  template: z.string(),
  account: z.string(),
  currency: z.string(),
  amount: Won,
  effectiveAt: Instant,
  /** The account's debits less credits after this entry, in the order of the page; null where several accounts are listed. */
  balance: Won.nullable(),
});

export const LedgerLeg = z.object({ id: LedgerId, account: z.string(), currency: z.string(), amount: Won });

export const LedgerPosting = z.object({
  id: LedgerId,
  /** `template/id of the business fact`: one fact is posted once. */
  key: z.string(),
  template: z.string(),
  /** The template in one sentence. */
  about: z.string().nullable(),
  effectiveAt: Instant,
  createdAt: Instant,
  /** The month of `effectiveAt`. Entries of a DETACHED month are in its files. */
  month: z.enum(['OPEN', 'SEALED', 'DETACHED']),
  entryCount: z.int(),
  /** At most 20 in a list and 1,000 of one posting. */
  legs: z.array(LedgerLeg),
});

export const listLedgerEntries = endpoint({
  ...reads,
  path: '/ledger/entries',
  summary:
    'Entries of an account, or of all accounts of a seller: month by month, and inside a month as they were booked.',
  query: z
    .object({
      account: AccountCode.optional(),
      sellerId: SellerKey.optional(),
      currency: CurrencyCode.default('KRW'),
      ...time,
      after: LedgerCursor.optional(),
      limit: IntText.optional(),
    })
    .refine((query) => (query.account === undefined) !== (query.sellerId === undefined), 'needs account or sellerId')
    .refine(inOrder, notInOrder),
  success: { status: 200, body: page(LedgerEntry).extend(partlyDetached) },
  errors: may('LEDGER_MONTH_DETACHED'),
});

export const getLedgerEntry = endpoint({
  ...reads,
  path: '/ledger/entries/{entryId}',
  summary: 'One entry by its id.',
  params: z.object({ entryId: LedgerId }),
  success: { status: 200, body: LedgerEntry },
  errors: may('LEDGER_ENTRY_NOT_FOUND'),
});

export const listLedgerPostings = endpoint({
  ...reads,
  path: '/ledger/postings',
  summary: 'Postings with their legs: of one key, order, payment or payout, or all of a time; of one template.',
  query: z
    .object({
      key: z.string().min(1).max(200).optional(),
      orderId: z.string().min(1).max(64).optional(),
      paymentKey: z.string().min(1).max(200).optional(),
      payoutId: z.uuid().optional(),
      /** The name of a posting template, such as payment.approved. */
      template: z
        .string()
        .regex(/^[a-z-]+\.[a-z-]+$/)
        .optional(),
      ...time,
      after: LedgerCursor.optional(),
      limit: IntText.optional(),
    })
    .refine(
      ({ key, orderId, paymentKey, payoutId }) =>
        [key, orderId, paymentKey, payoutId].filter((one) => one !== undefined).length <= 1,
      'takes one of key, orderId, paymentKey and payoutId',
    )
    .refine(inOrder, notInOrder),
  success: { status: 200, body: page(LedgerPosting).extend(partlyDetached) },
  errors: may('LEDGER_MONTH_DETACHED'),
});

export const getLedgerPosting = endpoint({
  ...reads,
  path: '/ledger/postings/{postingId}',
  summary: 'One posting with its legs.',
  params: z.object({ postingId: LedgerId }),
  success: { status: 200, body: LedgerPosting },
  errors: may('LEDGER_POSTING_NOT_FOUND'),
});

export const getAccountBalance = endpoint({
  ...reads,
  path: '/ledger/accounts/{account}/balance',
  summary: 'Debits less credits of an account at any instant of business time.',
  params: z.object({ account: AccountCode }),
  query: z.object({ currency: CurrencyCode.default('KRW'), at: NamedInstant.optional() }),
  success: {
    status: 200,
    body: z.object({ account: z.string(), currency: z.string(), at: Instant, balance: Won }),
  },
  errors: may('LEDGER_ACCOUNT_NOT_FOUND', 'LEDGER_MONTH_DETACHED'),
});

/** A kind of account on one day: seller:payable, summed over all sellers. */
const KindOnDay = z.object({ account: z.string(), currency: z.string(), moved: Won, balance: Won });

export const listDailyBalances = endpoint({
  ...reads,
  path: '/ledger/trial-balance/days',
  summary: 'The trial balance at the end of each day of at most 100 days in Asia/Seoul, with what moved on the day.',
  query: z.object({ from: BusinessDate, to: BusinessDate }),
  success: {
    status: 200,
    body: z.object({
      days: z.array(
        z.object({
          date: BusinessDate,
          accounts: z.array(KindOnDay),
          /** Always zero. */
          sum: Won,
        }),
      ),
    }),
  },
  errors: may('LEDGER_DAYS_INVALID', 'LEDGER_MONTH_DETACHED'),
});

export const ledgerFormats = ['csv', 'ndjson'] as const;
export type LedgerFormat = (typeof ledgerFormats)[number];
export const ledgerFormatTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<LedgerFormat, string>;

export const exportLedgerEntries = endpoint({
  ...reads,
  path: '/ledger/entries/export',
  summary: 'Entries of an account, of a seller, or of a time, as one file of any length.',
  query: z
    .object({
      format: z.enum(ledgerFormats),
      account: AccountCode.optional(),
      sellerId: SellerKey.optional(),
      /** Not named: KRW of an account or a seller, all currencies of a time. */
      currency: CurrencyCode.optional(),
      ...time,
    })
    .refine((query) => query.account === undefined || query.sellerId === undefined, 'takes account or sellerId')
    .refine(inOrder, notInOrder),
  success: { status: 200, body: FileAnswer },
  answerTypes: Object.values(ledgerFormatTypes),
  errors: may('LEDGER_MONTH_DETACHED'),
});

export const ledgerContract = {
  listLedgerEntries,
  exportLedgerEntries,
  getLedgerEntry,
  listLedgerPostings,
  getLedgerPosting,
  getAccountBalance,
  listDailyBalances,
} as const;
