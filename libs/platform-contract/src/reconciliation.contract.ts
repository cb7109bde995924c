import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, NamedInstant, Won } from './values.js';

// prettier-ignore
/** The kinds of break: differences between our records and the provider's. Each break is reported once. */
export const breakClasses = [
  'MISSING_TRANSACTION',   // we booked a payment or cancel the provider does not list
  'UNKNOWN_TRANSACTION',   // the provider lists one that we did not book
  'TRANSACTION_AMOUNT',    // both have it, with different amounts
  'MISSING_SETTLEMENT',    // a transaction of the day has no settlement row
  'UNKNOWN_SETTLEMENT',    // a settlement row has no transaction
  'SETTLEMENT_AMOUNT',     // a settlement row's amount is not its transaction's
  'SETTLEMENT_ARITHMETIC', // amount - fee is not payOutAmount, or supply + VAT is not fee
  'SETTLEMENT_CHANGED',    // a row came again with other content
  'FOREIGN_CURRENCY',      // a transaction in another currency: its money belongs to no seller
  'BALANCE_PENDING',       // the provider's pendingAmount is not our provider:pending
  'BALANCE_AVAILABLE',     // the provider's availableAmount is not our provider:available less payouts in flight
  'LEDGER',                // the ledger does not verify
] as const;

export const RunReport = z.object({
  businessDate: BusinessDate,
  state: z.string(),
  transactions: z.int(),
  settlements: z.int(),
  openBreaks: z.int(),
  finishedAt: Instant.nullable(),
});

export const BreakView = z.object({
  id: z.uuid(),
  class: z.enum(breakClasses),
  subject: z.string(),
  businessDate: BusinessDate,
  expected: z.string().nullable(),
  found: z.string().nullable(),
  openedAt: Instant,
  resolvedAt: Instant.nullable(),
  /** CAUSE_GONE: a later run no longer found the difference. BY_PERSON: a person closed the break. Null: the break is open. */
  resolution: z.enum(['CAUSE_GONE', 'BY_PERSON']).nullable(),
  /** A person's decision; null unless `resolution` is BY_PERSON. */
  reason: z.string().nullable(),
  evidence: z.string().nullable(),
  resolvedBy: z.string().nullable(),
});

/** The classes of breaks whose cause never goes away, so that only a person closes them. */
export const classesForPeople = ['FOREIGN_CURRENCY'] as const satisfies readonly (typeof breakClasses)[number][];

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

export const listBreaks = endpoint({
  ...reads,
  path: '/reconciliation/breaks',
  summary: 'Differences, oldest first.',
  query: z.object({
    open: z.enum(['true', 'false']).optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(BreakView) },
  errors: may(),
});

export const resolveBreak = endpoint({
  method: 'POST',
  path: '/reconciliation/breaks/{breakId}/resolution',
  summary: 'Close a break whose cause never goes away, such as money in another currency, with evidence.',
  security: 'bearer',
  scope: 'reconciliation:resolve',
  params: z.object({ breakId: z.uuid() }),
  body: z.object({
    reason: DecisionReason,
    /** A text, or where the document is kept. */
    evidence: z.string().trim().min(3).max(2_000),
  }),
  success: { status: 200, body: BreakView },
  errors: may('BREAK_NOT_FOUND', 'BREAK_CLOSES_ITSELF', 'BREAK_STATE'),
});

export const listProofs = endpoint({
  ...reads,
  path: '/reconciliation/proofs',
  summary: "Daily proofs of the provider's balance for each account there, newest first.",
  query: z.object({ after: ProofCursor.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(BalanceProof) },
  errors: may(),
});

export const proveNow = endpoint({
  method: 'POST',
  path: '/reconciliation/proofs',
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
  errors: may(),
});

export const Verification = z.object({
  postings: z.int(),
  entries: z.int(),
  unbalanced: z.int(),
  drifted: z.int(),
  sealsBroken: z.int(),
  sound: z.boolean(),
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

export const reconcilerContract = {
  getReconciliation,
  listBreaks,
  resolveBreak,
  listProofs,
  proveNow,
  getTrialBalance,
  verifyLedger,
} as const;
