import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { writeOffMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { AmountText, BusinessDate, DecisionReason, filters, paging, SellerKey, Won } from './values.js';

const OfSeller = z.object({ sellerId: SellerKey });
const isOpen = z.enum(['true', 'false']).optional();

/** Won that one statement kept back against later refunds. `amount = released + left`. */
export const ReserveView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  statementId: z.uuid(),
  amount: WonNumber,
  released: WonNumber,
  left: WonNumber,
  /** Date of release; null: a fixed reserve, which stays until a person decides. */
  releaseOn: BusinessDate.nullable(),
  createdAt: Instant,
});

export const listReserves = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/reserves',
  summary: "What is kept back of a seller's money against later refunds, by the statement that kept it.",
  security: 'bearer',
  scope: 'payouts:read',
  params: OfSeller,
  query: z.object({ open: isOpen, ...paging }),
  success: { status: 200, body: page(ReserveView) },
  errors: may('SELLER_NOT_FOUND'),
});

export const listAllReserves = endpoint({
  method: 'GET',
  path: '/reserves',
  summary: 'Reserves of all sellers, newest first: open ones, of a seller, of some days, or due until a date.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    open: isOpen,
    /** Open ones that are released on or before this date. */
    due: BusinessDate.optional(),
    /** Days on which statements kept them back. */
    ...filters.days,
    ...filters.amounts,
    ...paging,
  }),
  success: { status: 200, body: page(ReserveView) },
  errors: may(),
});

export const getReserve = endpoint({
  method: 'GET',
  path: '/reserves/{reserveId}',
  summary: 'One reserve.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ reserveId: z.uuid() }),
  success: { status: 200, body: ReserveView },
  errors: may('RESERVE_NOT_FOUND'),
});

export const ReserveReleaseView = z.object({
  decisionId: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  reserves: z.array(ReserveView),
});

export const releaseReserve = endpoint({
  method: 'POST',
  path: '/reserves/{reserveId}/release',
  summary: 'Make a reserve, or a part of it, payable before its time. It stands on the next statement as a movement.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ reserveId: z.uuid() }),
  body: z.object({ amount: WonNumber.optional(), reason: DecisionReason }),
  success: { status: 200, body: ReserveReleaseView },
  errors: may(
    'RESERVE_NOT_FOUND',
    'RESERVE_RELEASED',
    'RESERVE_AMOUNT_EXCEEDED',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const releaseReserveSurplus = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/reserves/release-surplus',
  summary: 'Make payable what fixed reserves keep back beyond what the terms of today ask for, oldest first.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({ reason: DecisionReason }),
  success: { status: 200, body: ReserveReleaseView },
  errors: may(
    'SELLER_NOT_FOUND',
    'RESERVE_NO_SURPLUS',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

/** Won that a seller owes, by age in days. Recoveries, repayments and write-offs settle the oldest debt first. */
export const DebtView = z.object({
  sellerId: SellerKey,
  total: WonNumber,
  days0to30: WonNumber,
  days31to60: WonNumber,
  days61to90: WonNumber,
  over90days: WonNumber,
  oldestSince: BusinessDate,
});

export const listDebts = endpoint({
  method: 'GET',
  path: '/debts',
  summary:
    'Sellers that owe the platform something, and for how long, by id: a seller, at least so much, at least so long.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    minTotal: AmountText.optional(),
    /** The oldest debt is at least this many days old. */
    minDays: IntText.optional(),
    after: SellerKey.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DebtView) },
  errors: may(),
});

/** One debt: `amount = recovered + repaid + writtenOff + left`. `cancelId` is null when the debt did not arise from a cancel. */
export const DebtItem = z.object({
  entryId: z.string(),
  since: BusinessDate,
  cancelId: z.uuid().nullable(),
  orderId: z.string().nullable(),
  lineId: z.string().nullable(),
  amount: WonNumber,
  recovered: WonNumber,
  /** Paid back by the seller beside the provider. */
  repaid: WonNumber,
  writtenOff: WonNumber,
  left: WonNumber,
});

export const getSellerDebt = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/debt',
  summary: "How a seller's debt came about, item by item, and what became of each.",
  security: 'bearer',
  scope: 'payouts:read',
  params: OfSeller,
  query: z.object({
    open: isOpen,
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DebtItem).extend({ sellerId: SellerKey, total: WonNumber }) },
  errors: may('SELLER_NOT_FOUND'),
});

export const WriteOffView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  reason: z.string(),
  state: z.enum(writeOffMachine.states),
  requestedBy: z.string(),
  requestedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});

export const requestWriteOff = endpoint({
  method: 'POST',
  path: '/debts/{sellerId}/write-offs',
  summary: "Ask to give up a seller's debt, or a part of it. Nothing is given up before a second person approves.",
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({
    amount: WonNumber.refine((amount) => amount > 0n, 'must be more than nothing'),
    reason: DecisionReason,
  }),
  success: { status: 201, body: WriteOffView },
  errors: may('SELLER_NOT_FOUND', 'DEBT_EXCEEDED'),
});

const OfWriteOff = z.object({ writeOffId: z.uuid() });

export const approveWriteOff = endpoint({
  method: 'POST',
  path: '/write-offs/{writeOffId}/approve',
  summary: 'Approve a write-off of debt; the person who asked may not.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfWriteOff,
  success: { status: 200, body: WriteOffView },
  errors: may(
    'WRITE_OFF_NOT_FOUND',
    'WRITE_OFF_STATE',
    'WRITE_OFF_SECOND_PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
    'DEBT_EXCEEDED',
  ),
});

export const rejectWriteOff = endpoint({
  method: 'POST',
  path: '/write-offs/{writeOffId}/reject',
  summary: 'Do not give the debt up.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfWriteOff,
  success: { status: 200, body: WriteOffView },
  errors: may('WRITE_OFF_NOT_FOUND', 'WRITE_OFF_STATE'),
});

export const listWriteOffs = endpoint({
  method: 'GET',
  path: '/write-offs',
  summary: 'Requests to give up debt, newest first, and what was decided.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    state: z.enum(writeOffMachine.states).optional(),
    sellerId: SellerKey.optional(),
    /** Days on which write-offs were requested. */
    ...filters.days,
    ...filters.amounts,
    ...paging,
  }),
  success: { status: 200, body: page(WriteOffView) },
  errors: may(),
});

export const getWriteOff = endpoint({
  method: 'GET',
  path: '/write-offs/{writeOffId}',
  summary: 'One request to give up debt, and what was decided.',
  security: 'bearer',
  scope: 'payouts:read',
  params: OfWriteOff,
  success: { status: 200, body: WriteOffView },
  errors: may('WRITE_OFF_NOT_FOUND'),
});

/** All money of a seller, by account, and what keeps it from being paid. */
export const SellerPositionDetail = z.object({
  sellerId: SellerKey,
  pending: WonNumber,
  payable: WonNumber,
  reserved: WonNumber,
  reserve: WonNumber,
  debt: WonNumber,
  /**
   * Won of `payable` that are kept back: by open holds on the seller (all of it), on orders or on amounts, and by cancels under
   * way.
   */
  held: z.object({ seller: WonNumber, orders: WonNumber, amounts: WonNumber, futureDebits: WonNumber }),
  /** Income tax withheld since 1 January; negative when refunds returned more. */
  withheldThisYear: Won,
  /** Null: the seller has no terms, or the holidays of that year are not known. */
  nextStatementDate: BusinessDate.nullable(),
});

export const getSellerPosition = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/position',
  summary: "Where a seller's money is at this moment, by the ledger.",
  security: 'bearer',
  scope: 'payouts:read',
  params: OfSeller,
  success: { status: 200, body: SellerPositionDetail },
  errors: may('SELLER_NOT_FOUND'),
});

export const settlementBalancesContract = {
  listReserves,
  listAllReserves,
  getReserve,
  releaseReserve,
  releaseReserveSurplus,
  listDebts,
  getSellerDebt,
  requestWriteOff,
  approveWriteOff,
  rejectWriteOff,
  listWriteOffs,
  getWriteOff,
  getSellerPosition,
} as const;
