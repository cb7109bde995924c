import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, filters, NamedInstant, Won } from './values.js';

/** In this order. */
export const reconciliationStates = ['downloading', 'matching', 'posting', 'done'] as const;

export const RunReport = z.object({
  businessDate: BusinessDate,
  state: z.string(),
  /** Rows of the listings of the day before, as they were last read to their end. */
  transactions: z.int(),
  settlements: z.int(),
  /** Breaks that are open now and were found by this run or an earlier one, whatever their date. */
  openBreaks: z.int(),
  /** Breaks of this run or an earlier one that a person explained, adjusted or forced. */
  exceptedBreaks: z.int(),
  finishedAt: Instant.nullable(),
});

/** A proof of one account at the provider. Its name is the mId; empty: the main account, from which payouts leave. */
export const BalanceProof = z.object({
  businessDate: BusinessDate,
  account: z.string(),
  ledgerPending: Won,
  ledgerAvailable: Won,
  inFlight: Won,
  providerPending: Won,
  providerAvailable: Won,
  proven: z.boolean(),
});

/** The date of a proof and, except for the main account, the account's name after a space. */
const ProofCursor = z
  .string()
  .regex(/^[0-9-]{10}( [A-Za-z0-9_.-]{1,30})?$/)
  .refine((text) => BusinessDate.safeParse(text.slice(0, 10)).success);

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;

export const getReconciliation = endpoint({
  ...reads,
  path: '/reconciliation/runs/{businessDate}',
  summary: 'The reconciliation of one business date.',
  params: z.object({ businessDate: BusinessDate }),
  success: { status: 200, body: RunReport },
  errors: may('RECONCILIATION_NOT_FOUND'),
});

export const listReconciliations = endpoint({
  ...reads,
  path: '/reconciliation/runs',
  summary: 'Reconciliations by business date, newest first: in a state, of some dates, with open breaks.',
  query: z.object({
    state: z.enum(reconciliationStates).optional(),
    ...filters.days,
    /** Whether breaks of exactly this date are open. */
    hasOpenBreaks: z.enum(['true', 'false']).optional(),
    after: BusinessDate.optional(),
    limit: IntText.optional(),
  }),
  success: {
    status: 200,
    body: page(
      RunReport.omit({ openBreaks: true, exceptedBreaks: true }).extend({
        startedAt: Instant,
        /** Breaks of exactly this date that are open now, and those that a person explained, adjusted or forced. */
        openBreaks: z.int(),
        exceptedBreaks: z.int(),
      }),
    ),
  },
  errors: may(),
});

export const listBalanceProofs = endpoint({
  ...reads,
  path: '/reconciliation/balance-proofs',
  summary: "Daily proofs of the provider's balance for each account there, newest first.",
  query: z.object({
    ...filters.days,
    /** The mId; empty: the main account. */
    account: z.string().max(30).optional(),
    proven: z.enum(['true', 'false']).optional(),
    after: ProofCursor.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(BalanceProof) },
  errors: may(),
});

export const proveBalanceNow = endpoint({
  method: 'POST',
  path: '/reconciliation/balance-proofs',
  summary: "Compare the ledger with the provider's balance of an account at this moment, without recording it.",
  security: 'bearer',
  scope: 'reconciliation:read',
  /** The mId of a further account; absent: the main account. */
  query: z.object({ account: z.string().min(1).max(30).optional() }),
  success: { status: 200, body: BalanceProof },
  errors: may('RECONCILIATION_NOT_FOUND'),
});

/**
 * Balances (debits less credits) by kind of account and currency, in minor units of the currency, summed over all sellers:
 * seller:pending, seller:payable, …
 */
export const TrialBalance = z.object({
  at: Instant,
  accounts: z.array(z.object({ account: z.string(), currency: z.string(), balance: Won, entries: z.int() })),
  /** Always zero. */
  sum: Won,
});

export const getTrialBalance = endpoint({
  ...reads,
  path: '/ledger/trial-balance',
  summary: 'The whole ledger on one screen, as of an instant of business time.',
  query: z.object({ at: NamedInstant.optional() }),
  success: { status: 200, body: TrialBalance },
  errors: may('LEDGER_MONTH_DETACHED'),
});

/** A row of the ledger that is not as it must be. */
export const LedgerFlaw = z.object({
  check: z.string(),
  /** The row: `posting/12`, `account/seller:1:payable`, `seal/3`. */
  subject: z.string(),
  postingKey: z.string().nullable(),
  entryId: z.string().nullable(),
  account: z.string().nullable(),
  expected: z.string(),
  found: z.string(),
});

export const Verification = z.object({
  postings: z.int(),
  entries: z.int(),
  unbalanced: z.int(),
  drifted: z.int(),
  sealsBroken: z.int(),
  sound: z.boolean(),
  /** The first bad rows by name, in the order of the ledger. */
  flaws: z.array(LedgerFlaw),
});

export const verifyLedger = endpoint({
  method: 'POST',
  path: '/ledger/verify',
  summary: 'Replay the ledger: every posting balances, cached balances are the sums, the chain of seals is unbroken.',
  security: 'bearer',
  scope: 'reconciliation:read',
  success: { status: 200, body: Verification },
  errors: may(),
});

export const reconciliationContract = {
  getReconciliation,
  listReconciliations,
  listBalanceProofs,
  proveBalanceNow,
  getTrialBalance,
  verifyLedger,
} as const;
