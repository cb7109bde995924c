import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { cancelPayment, WalletOrderId } from '@jeongsan/provider-contract';
import { lineKeys, recordOf } from '@jeongsan/settlement';
import { z } from 'zod';
import { Quantity } from './orders.contract.js';
import { may } from './refusals.js';
import { LineId, Won } from './values.js';

const { cancelReason, cancelRequestId, refundReceiveAccount } = cancelPayment.body.shape;

/** A line to cancel: some of its units, or won of its price; with neither, all that is left of the line. */
const CanceledLineIn = z
  .object({ lineId: LineId, quantity: Quantity.optional(), amount: WonNumber.optional() })
  .refine(
    ({ quantity, amount }) => quantity === undefined || amount === undefined,
    'A line is canceled by quantity or by amount, not by both',
  );

export const CancelIn = z.object({
  reason: cancelReason,
  /** Absent: everything that is left of the order. */
  lines: z.array(CanceledLineIn).min(1).max(200).optional(),
  refundReceiveAccount,
  /** The caller's reference of the cancel: payments by easy pay abroad that cancel later need one, others ignore it. */
  cancelRequestId,
});

const CanceledLine = z.object({
  lineId: LineId,
  sellerId: z.string(),
  /** Units given back; 0: the cancel reduced the price only. Negative: a cancel was undone. */
  quantity: z.int(),
  /** The line's components in reverse: `paid` goes back to the buyer, `net` is the seller's part. */
  ...recordOf(lineKeys, () => Won),
  taxFreeAmount: Won,
  /** The parts of `net` that came from matured money, and that became the seller's debt. */
  fromPayable: Won,
  toDebt: Won,
});

export const CancelView = z.object({
  cancelId: z.uuid(),
  orderId: WalletOrderId,
  paymentKey: z.string(),
  /** `correction`: moves what an earlier cancel took between lines; its amount is 0. */
  kind: z.string(),
  /**
   * requested: the outcome at the provider is being looked up. waiting: a cancel of the payment is in progress at a provider
   * abroad, since `waitingSince`. done. refused: `providerCode` says why.
   */
  state: z.string(),
  amount: Won,
  reason: z.string(),
  providerCode: z.string().nullable(),
  requestedAt: Instant,
  /** When a cancel of the payment was first seen in progress abroad; null: never. */
  waitingSince: Instant.nullable(),
  canceledAt: Instant.nullable(),
  lines: z.array(CanceledLine),
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/cancels',
  summary:
    'Cancel units or amounts of the lines of a paid order, or everything. The header Idempotency-Key is required.',
  security: 'bearer',
  scope: 'payments:write',
  timeoutMs: 60_000,
  params: z.object({ orderId: WalletOrderId }),
  body: CancelIn,
  success: { status: 201, body: CancelView },
  errors: may(
    'IDEMPOTENCY_KEY_REQUIRED',
    'ORDER_NOT_FOUND',
    'ORDER_NOT_PAID',
    'CANCEL_EXCEEDS_BALANCE',
    'CANCEL_QUANTITY_EXCEEDS',
    'CANCEL_LINES_INVALID',
    'CANCEL_REFUSED',
    'PAYMENT_OUTCOME_UNKNOWN',
  ),
});

export const listOrderCancels = endpoint({
  method: 'GET',
  path: '/orders/{orderId}/cancels',
  summary: 'The cancels of an order, oldest first, wherever they were requested.',
  security: 'bearer',
  scope: 'payments:read',
  params: z.object({ orderId: WalletOrderId }),
  query: z.object({ after: z.uuid().optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(CancelView) },
  errors: may('ORDER_NOT_FOUND'),
});

export const cancelsContract = { cancelOrder, listOrderCancels } as const;
