import { endpoint, Instant, IntText } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { audiences, languages, LinePricing, movementKinds } from '@jeongsan/settlement';
import { payoutMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { lineDifference } from './terms-changes.contract.js';
import { BusinessDate, NamedInstant, SellerKey, Won } from './values.js';

/** Who reads the sentences, and in which language. The facts beside them are the same for everybody. */
const ReaderQuery = z.object({
  lang: z.enum(languages).default('en'),
  audience: z.enum(audiences).default('operator'),
});

/** Why money is where it is: a code, and a sentence for the reader with the date and the amount it concerns. */
export const ReasonView = z.object({
  code: z.string(),
  text: z.string(),
  /** When it is expected to change; null: nobody knows yet. */
  date: BusinessDate.nullable(),
  amount: Won.nullable(),
});

/** A posting of the ledger, with its entries on the accounts of the seller or the provider. */
export const LedgerEvidence = z.object({
  postingKey: z.string(),
  effectiveAt: Instant,
  entryCount: z.int(),
  /** At most the first 20: one posting can carry the lines of a whole day. */
  entryIds: z.array(z.string()),
});

/** What an order line earns, as frozen when the order came: paid + promotion = net + what the seller is charged. */
export const LineRule = z.object({
  orderId: z.string(),
  lineId: z.string(),
  sellerId: SellerKey,
  paid: WonNumber,
  promotion: WonNumber,
  commission: WonNumber,
  commissionVat: WonNumber,
  /** Fees besides the commission, all of them together; `pricing` lists them. */
  fees: WonNumber,
  feeVat: WonNumber,
  net: WonNumber,
  /** The rule: version of the seller's terms, commission rule, inputs, and what each step gave. */
  pricing: LinePricing,
});

export const SettlementRow = z.object({
  transactionKey: z.string(),
  state: z.string(),
  amount: Won,
  fee: Won,
  payOutAmount: Won,
  soldDate: BusinessDate,
  paidOutDate: BusinessDate,
});

const PaymentRow = z.object({
  paymentId: z.uuid(),
  method: z.string().nullable(),
  amount: WonNumber,
  transactionKey: z.string().nullable(),
  approvedAt: Instant.nullable(),
});

const CancelRow = z.object({
  cancelId: z.uuid(),
  canceledAt: Instant.nullable(),
  paid: WonNumber,
  net: Won,
  fromPayable: Won,
  toDebt: Won,
});

const StatementPart = z.object({
  statementId: z.uuid(),
  businessDate: BusinessDate,
  opening: Won,
  movements: Won,
  payoutAmount: WonNumber,
  carried: Won,
  reason: ReasonView.nullable(),
});

const Total = z.object({ kind: z.enum(movementKinds), amount: Won, count: z.int(), rule: z.string() });

const ExplainedLine = z.object({
  statementId: z.uuid(),
  entryId: z.string(),
  kind: z.enum(movementKinds),
  amount: Won,
  /** The Seoul date of the movement; null when its entry is not in the ledger. */
  date: BusinessDate.nullable(),
  rule: z.string(),
  unexplained: Won,
  /** Which part of the line matured. */
  tranche: z.int().nullable(),
  line: LineRule.nullable(),
  payment: PaymentRow.nullable(),
  settlement: SettlementRow.nullable(),
  cancel: CancelRow.nullable(),
  /** An earlier payout whose money came back, with an explanation of its own. */
  payout: z.object({ payoutId: z.uuid(), state: z.enum(payoutMachine.states), reason: ReasonView }).nullable(),
  ledger: z.array(LedgerEvidence),
});

export const PayoutExplanation = z.object({
  payoutId: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  state: z.enum(payoutMachine.states),
  /** EXPRESS: within the day it is sent; SCHEDULED: on payoutDate. Null until it is frozen into a batch. */
  scheduleType: z.string().nullable(),
  payoutDate: BusinessDate.nullable(),
  reason: ReasonView,
  ledger: z.array(LedgerEvidence),
  /** The payout's statement first, then the earlier ones from which something was carried into it. */
  statements: z.array(StatementPart),
  /** Adds up to the payout. */
  totals: z.array(Total),
  /** Won for which some link of the chain is missing or says another amount. */
  unexplained: Won,
  lines: z.object({ items: z.array(ExplainedLine), nextCursor: z.string().nullable() }),
});

export const explainPayout = endpoint({
  method: 'GET',
  path: '/payouts/{payoutId}/explanation',
  summary: 'Each won of a payout: statement, lines, order, payment, settlement row, with rules and ledger entries.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ payoutId: z.uuid() }),
  query: ReaderQuery.extend({ after: z.string().max(400).optional(), limit: IntText.optional() }),
  success: { status: 200, body: PayoutExplanation },
  errors: may('PAYOUT_NOT_FOUND', 'CURSOR_INVALID'),
});

const accountParts = ['pending', 'payable', 'reserved', 'reserve', 'debt'] as const;
const Expected = z.object({
  /** The statement it is expected to stand on, null while nobody knows. */
  statementDate: BusinessDate.nullable(),
  amount: Won,
  count: z.int(),
  reason: ReasonView,
});

export const SellerBalance = z.object({
  sellerId: SellerKey,
  at: Instant,
  accounts: z.array(
    z.object({
      account: z.enum(accountParts),
      balance: Won,
      consistsOf: z.array(z.object({ template: z.string(), amount: Won, postings: z.int() })),
    }),
  ),
  /** What is expected next, by date: each account's balance is shared out over these. */
  expected: z.array(Expected.extend({ account: z.enum(accountParts) })),
  holds: z.array(z.object({ holdId: z.uuid(), scope: z.string(), orderId: z.string().nullable(), reason: ReasonView })),
  /** Won of pending and reserved that no line or payout stands for. */
  unexplained: Won,
});

export const sellerBalanceAt = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/balance',
  summary: "A seller's accounts as of an instant of business time, what they consist of, and what is expected when.",
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ sellerId: SellerKey }),
  query: ReaderQuery.extend({ at: NamedInstant.optional() }),
  success: { status: 200, body: SellerBalance },
  errors: may('SELLER_NOT_FOUND'),
});

/** Part of a line's net, and where it is. */
const NetPart = z.object({
  amount: Won,
  reason: ReasonView,
  maturedOn: BusinessDate.nullable(),
  statementId: z.uuid().nullable(),
  statementDate: BusinessDate.nullable(),
  /** Payouts with which it went out, or was meant to. */
  payouts: z.array(
    z.object({
      payoutId: z.uuid(),
      amount: WonNumber,
      state: z.enum(payoutMachine.states),
      finishedAt: Instant.nullable(),
    }),
  ),
});

/** What an approved change of terms moved of a line afterwards: the line itself stays as it was frozen. */
const LineAdjustment = z.object({
  changeId: z.uuid(),
  /** 0 is the change itself; later ones follow the cancels since. */
  step: z.int(),
  /** First order date the change is about. */
  effectiveFrom: BusinessDate,
  adjustedAt: Instant,
  ...lineDifference,
  rule: z.string(),
  /** Of the seller's lines together. */
  postingKey: z.string(),
  statementId: z.uuid().nullable(),
  statementDate: BusinessDate.nullable(),
});

export const OrderSettlement = z.object({
  orderId: z.string(),
  paymentState: z.string().nullable(),
  paid: WonNumber,
  /** What the lines pay together less what the order was paid with, and what any part of them is missing: 0. */
  unexplained: Won,
  payment: PaymentRow.nullable(),
  settlement: SettlementRow.nullable(),
  lines: z.array(
    LineRule.extend({
      position: z.int(),
      cancels: z.array(CancelRow),
      /** Adds up to the line's net. */
      parts: z.array(NetPart),
      adjustments: z.array(LineAdjustment),
    }),
  ),
  ledger: z.array(LedgerEvidence),
});

export const explainOrder = endpoint({
  method: 'GET',
  path: '/orders/{orderId}/settlement',
  summary: 'Where each won of an order went or waits, per line, and why.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ orderId: z.string().regex(/^[A-Za-z0-9_-]{6,64}$/) }),
  query: ReaderQuery,
  success: { status: 200, body: OrderSettlement },
  errors: may('ORDER_NOT_FOUND'),
});

export const explanationsContract = { explainPayout, sellerBalanceAt, explainOrder } as const;
