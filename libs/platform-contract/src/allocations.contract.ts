import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { WalletOrderId } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { DecisionReason, filters, LineId, paging, SellerKey } from './values.js';

/**
 * Whether a person or the market named the lines of a cancel, or the platform's rule for cancels without lines decided
 * them.
 */
export const CancelAllocation = z.enum(['named', 'assumed']);

const CancelState = z.enum(['requested', 'done', 'refused']);
const Parts = z.array(z.object({ lineId: z.string(), amount: WonNumber }));

export const AllocatedCancel = z.object({
  cancelId: z.uuid(),
  paymentKey: z.string(),
  orderId: z.string(),
  /** Won that the buyer got back. */
  amount: WonNumber,
  /** requested: the outcome at the provider is being looked up. */
  state: CancelState,
  canceledAt: Instant.nullable(),
  requestedAt: Instant,
  allocation: CancelAllocation,
  /** What the cancel takes from each line of the order, corrections included; lines that give nothing are left out. */
  lines: z.array(z.object({ lineId: z.string(), sellerId: SellerKey, amount: WonNumber })),
});

/** One decision about the lines of a cancel. A decision that left the lines as they were has no correction. */
export const CancelAllocationView = z.object({
  id: z.uuid(),
  correctionId: z.uuid().nullable(),
  allocatedAt: Instant,
  allocatedBy: z.string(),
  reason: z.string(),
  before: Parts,
  after: Parts,
});

const OfCancel = z.object({ cancelId: z.uuid() });
const CancelWithHistory = AllocatedCancel.extend({ history: z.array(CancelAllocationView) });

export const listCancels = endpoint({
  method: 'GET',
  path: '/cancels',
  summary:
    'Cancels of orders, oldest first: of a seller, an order or a payment, in a state, of some days or amounts; `allocation=assumed`: those whose lines nobody has named yet.',
  security: 'bearer',
  scope: 'payments:read',
  query: z.object({
    /** assumed: only cancels that went through. */
    allocation: CancelAllocation.optional(),
    sellerId: SellerKey.optional(),
    orderId: WalletOrderId.optional(),
    paymentKey: z.string().min(1).max(200).optional(),
    state: CancelState.optional(),
    ...filters.days,
    /** Won that the buyer gets back. */
    ...filters.amounts,
    ...paging,
  }),
  success: { status: 200, body: page(AllocatedCancel) },
  errors: may(),
});

export const getCancel = endpoint({
  method: 'GET',
  path: '/cancels/{cancelId}',
  summary: 'A cancel, its lines, and every decision about them.',
  security: 'bearer',
  scope: 'payments:read',
  params: OfCancel,
  success: { status: 200, body: CancelWithHistory },
  errors: may('CANCEL_NOT_FOUND'),
});

export const allocateCancel = endpoint({
  method: 'POST',
  path: '/cancels/{cancelId}/allocation',
  summary: "Say which lines a cancel's money is of. The difference is posted; a seller paid out already gets a debt.",
  security: 'bearer',
  scope: 'payments:write',
  params: OfCancel,
  body: z.object({
    lines: z
      .array(z.object({ lineId: LineId, amount: WonNumber }))
      .min(1)
      .max(200),
    reason: DecisionReason,
  }),
  success: { status: 200, body: CancelWithHistory },
  errors: may('CANCEL_NOT_FOUND', 'CANCEL_NOT_DONE', 'CANCEL_LINES_INVALID'),
});

export const allocationsContract = { listCancels, getCancel, allocateCancel } as const;
