import { endpoint, Instant, IntText } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { audiences, languages, LinePricing, movementKinds, lineKeys, recordOf } from '@jeongsan/settlement';
import { payoutMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { lineDifference } from './terms-changes.contract.js';
import { BusinessDate, NamedInstant, SellerKey, Won } from './values.js';

/** Language and audience of the sentences. Amounts, dates and ids are the same for every audience. */
const ReaderQuery = z.object({
  lang: z.enum(languages).default('en'),
  audience: z.enum(audiences).default('operator'),
});

/** Why money is where it is: a code, and a sentence for the reader with date and amount. */
export const ReasonView = z.object({
  code: z.string(),
  text: z.string(),
  /** When the situation that the reason describes is expected to end; null: not known. */
  date: BusinessDate.nullable(),
  amount: Won.nullable(),
});

/** A ledger posting, with its entries on the accounts of the seller or the provider: none when their month is detached. */
export const LedgerEvidence = z.object({
  postingKey: z.string(),
  effectiveAt: Instant,
  entryCount: z.int(),
  /** At most the first 20 ids: one posting may have the lines of a whole day. */
  entryIds: z.array(z.string()),
});

/** The components of an order line, frozen with the order: the net is `paid + promotion` less the charges. */
export const LineRule = z.object({
  orderId: z.string(),
  lineId: z.string(),
  sellerId: SellerKey,
  /** `fees` is the sum of the fees besides the commission; `pricing` lists each fee. */
  ...recordOf(lineKeys, () => WonNumber),
  /** How the line was priced: version of the seller's terms, commission rule, inputs, and the result of each step. */
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
  /** Negative: a correction gave the amount back, because the cancel was of another line. */
  paid: Won,
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
  /** Asia/Seoul date of the movement; null: its ledger entry is missing. */
  date: BusinessDate.nullable(),
  rule: z.string(),
  unexplained: Won,
  /** The number of the tranche that matured. */
  tranche: z.int().nullable(),
  line: LineRule.nullable(),
  payment: PaymentRow.nullable(),
  settlement: SettlementRow.nullable(),
  cancel: CancelRow.nullable(),
  /** An earlier payout whose money returned to the seller; has an explanation of its own. */
  payout: z.object({ payoutId: z.uuid(), state: z.enum(payoutMachine.states), reason: ReasonView }).nullable(),
  ledger: z.array(LedgerEvidence),
});

export const PayoutExplanation = z.object({
  payoutId: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  state: z.enum(payoutMachine.states),
  /** EXPRESS: paid on the day of sending; SCHEDULED: paid on payoutDate; null: not frozen into a batch yet. */
  scheduleType: z.string().nullable(),
  payoutDate: BusinessDate.nullable(),
  reason: ReasonView,
  ledger: z.array(LedgerEvidence),
  /** The statement of the payout first, then the earlier statements whose money was carried into it. */
  statements: z.array(StatementPart),
  /** The sum of these totals is the amount of the payout. */
  totals: z.array(Total),
  /** Won without complete evidence: a record of the chain from order to payout is missing, or has another amount. */
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
  /** The statement that is expected to include the money; null: not known. */
  statementDate: BusinessDate.nullable(),
  amount: Won,
  count: z.int(),
  reason: ReasonView,
  /** The payout that the money is reserved for; null on other accounts. */
  payoutId: z.uuid().nullable(),
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
  /** Expected changes by date; for each account they sum up to its balance. */
  expected: z.array(Expected.extend({ account: z.enum(accountParts) })),
  holds: z.array(z.object({ holdId: z.uuid(), scope: z.string(), orderId: z.string().nullable(), reason: ReasonView })),
  /** Won on `pending` and `reserved` that no line or payout accounts for. */
  unexplained: Won,
});

export const explainSellerBalance = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/balance/explanation',
  summary: "A seller's accounts as of an instant of business time, what they consist of, and what is expected when.",
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ sellerId: SellerKey }),
  query: ReaderQuery.extend({ at: NamedInstant.optional() }),
  success: { status: 200, body: SellerBalance },
  errors: may('SELLER_NOT_FOUND', 'LEDGER_MONTH_DETACHED'),
});

/** A part of a line's net amount, and where that money is. */
const NetPart = z.object({
  amount: Won,
  reason: ReasonView,
  maturedOn: BusinessDate.nullable(),
  statementId: z.uuid().nullable(),
  statementDate: BusinessDate.nullable(),
  /** The payouts that include this part, successful or not. */
  payouts: z.array(
    z.object({
      payoutId: z.uuid(),
      amount: WonNumber,
      state: z.enum(payoutMachine.states),
      finishedAt: Instant.nullable(),
    }),
  ),
});

/** The adjustment of a line by an approved change of terms; the line itself stays as frozen. */
const LineAdjustment = z.object({
  changeId: z.uuid(),
  /** Number of the adjustment: 0 for the change of terms itself, 1 and up for corrections after later cancels. */
  step: z.int(),
  /** The first order date under the changed terms. */
  effectiveFrom: BusinessDate,
  adjustedAt: Instant,
  ...lineDifference,
  rule: z.string(),
  /** Key of the posting of this adjustment; one posting covers all adjusted lines of the seller. */
  postingKey: z.string(),
  statementId: z.uuid().nullable(),
  statementDate: BusinessDate.nullable(),
});

export const OrderSettlement = z.object({
  orderId: z.string(),
  paymentState: z.string().nullable(),
  paid: WonNumber,
  /**
   * Won that do not add up: the lines' payments against the order's payment, and the parts of each line against its net. Always
   * 0 unless records are missing.
   */
  unexplained: Won,
  payment: PaymentRow.nullable(),
  settlement: SettlementRow.nullable(),
  lines: z.array(
    LineRule.extend({
      position: z.int(),
      cancels: z.array(CancelRow),
      /** The sum of these parts is the line's net amount. */
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

export const explanationsContract = { explainPayout, explainSellerBalance, explainOrder } as const;
