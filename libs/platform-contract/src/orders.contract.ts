import { endpoint, Instant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import {
  cancelPayment,
  confirmPayment,
  getPayment,
  getPaymentByOrder,
  WalletOrderId,
} from '@jeongsan/provider-contract';
import { CarriedNumbers, LineDiscount, LinePricing, lineKeys, recordOf, StartEvent } from '@jeongsan/settlement';
import { z } from 'zod';

import { dropInCodes } from './drop-in-refusals.js';
import { ErasureAsked, ErasureView } from './erasure.contract.js';
import { may } from './refusals.js';
import { CategoryName, LineId, NamedInstant, ProductKey, SellerKey } from './values.js';

/** The largest number of units on one line: a larger one is most likely a typing error. */
const QUANTITY_MAX = 1_000_000;
export const Quantity = z.int().min(1).max(QUANTITY_MAX);
const DISCOUNTS_MAX = 20;

/** One of several discounts of a line. */
const LineDiscountIn = z.object({
  /** The discount in the market's own records, unique within its line. */
  discountId: ProductKey,
  name: z.string().min(1).max(60).optional(),
  amount: WonNumber,
  /** The seller's part of this discount; the platform bears the rest. Absent: the share in the seller's terms applies. */
  bySeller: WonNumber.optional(),
});

const OrderLineFields = z.object({
  lineId: LineId,
  sellerId: SellerKey,
  category: CategoryName,
  /** The product that commission rules refer to. */
  productId: ProductKey.optional(),
  /** The units of the line. Absent: one. */
  quantity: Quantity.optional(),
  /** Price of the whole line in won (all its units), before discounts. */
  amount: WonNumber,
  /** The tax-free part of the buyer's payment for this line. */
  taxFreeAmount: WonNumber,
  /** The line's only discount, 0 for none; a line with several discounts has `discounts` instead. */
  discountAmount: WonNumber.optional(),
  /** The seller's part of `discountAmount`; the platform bears the rest. Absent: the share in the seller's terms applies. */
  discountBySeller: WonNumber.optional(),
  discounts: z.array(LineDiscountIn).min(1).max(DISCOUNTS_MAX).optional(),
  /** Numbers for formulas of commissions and fees, by name: won or counts. */
  numbers: CarriedNumbers.optional(),
});

export const OrderLineIn = OrderLineFields.refine(
  ({ discountAmount, discountBySeller, discounts }) =>
    discounts === undefined
      ? discountAmount !== undefined
      : discountAmount === undefined && discountBySeller === undefined,
  'A line has either discountAmount (with discountBySeller) or discounts',
);

export const OrderIn = z.object({
  orderId: WalletOrderId,
  orderName: z.string().min(1).max(100),
  orderedAt: NamedInstant,
  /** Won that the buyer pays: the sum of the lines less their discounts. */
  totalAmount: WonNumber,
  lines: z.array(OrderLineIn).min(1).max(200),
});

export const SplitLine = OrderLineFields.omit({ numbers: true }).extend({
  productId: ProductKey.nullable(),
  quantity: z.int(),
  /** The sum of the line's discounts, and the seller's part of that sum. */
  discountAmount: WonNumber,
  discountBySeller: WonNumber,
  /** The discounts as the order listed them, each with its division; empty when the order named one sum only. */
  discounts: z.array(LineDiscount),
  /** `fees` is the sum of the fees besides the commission; `pricing` lists each fee. */
  ...recordOf(lineKeys, () => WonNumber),
  canceled: WonNumber,
  /** The units that cancels gave back. */
  canceledQuantity: z.int(),
  /** The last date on which a tranche of the line becomes payable; null: its start event has not happened. */
  maturesOn: z.iso.date().nullable(),
  /** How the line was priced: terms, rule, inputs, and the result of each step. */
  pricing: LinePricing,
  deliveredAt: Instant.nullable(),
  /** When the purchase counts as confirmed without an act of the buyer. */
  autoConfirmsAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  /**
   * The tranches of the line: share in 1/100,000 of the net amount, due date, and the date on which the tranche became payable.
   */
  tranches: z.array(
    z.object({ tranche: z.int(), share: z.int(), maturesOn: z.iso.date(), maturedOn: z.iso.date().nullable() }),
  ),
});

export const Order = z.object({
  orderId: WalletOrderId,
  orderName: z.string(),
  orderedAt: Instant,
  totalAmount: WonNumber,
  paymentState: z.string().nullable(),
  /** Until when the buyer can deposit into the virtual account of the order's payment; null: it has none. */
  depositDue: Instant.nullable(),
  lines: z.array(SplitLine),
});

/** Refusals of an order by its content. */
const refusedOrder = [
  'ORDER_SUM_MISMATCH',
  'LINE_AMOUNT_INVALID',
  'LINE_NUMBER_MISSING',
  'SELLER_UNKNOWN',
  'TERMS_MISSING',
] as const;

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  summary: "Register an order, split by seller, under each seller's terms of that day. Repeating it changes nothing.",
  security: 'bearer',
  scope: 'orders:write',
  body: OrderIn,
  success: { status: 201, body: Order },
  errors: may('ORDER_CONFLICT', ...refusedOrder),
});

/** The fate of one line of a bulk registration. */
export const RegisteredLine = z.object({
  /** The number of the line in the request, from 1. */
  line: z.int(),
  /** Null: the line could not be read. */
  orderId: z.string().nullable(),
  /** registered: stored now. known: the same order was stored before. refused: nothing was stored, `problem` says why. */
  outcome: z.enum(['registered', 'known', 'refused']),
  /** The members of the error that `POST /orders` would answer. */
  problem: z.looseObject({ status: z.int(), code: z.string(), detail: z.string() }).nullable(),
});

/** Orders of one bulk registration at most. */
export const BULK_ORDERS_MAX = 10_000;

export const registerOrders = endpoint({
  method: 'POST',
  path: '/orders/bulk',
  summary:
    'Register up to 10,000 orders, one a line. Each line is answered by itself, and sending the same lines again changes nothing.',
  security: 'bearer',
  scope: 'orders:write',
  timeoutMs: 120_000,
  bodyType: 'ndjson',
  linesMax: BULK_ORDERS_MAX,
  body: z.array(OrderIn),
  success: { status: 200, body: z.array(RegisteredLine) },
  answersLines: true,
  errors: may('TOO_MANY_LINES', 'PAYLOAD_TOO_LARGE'),
});

/** A line as an order would register it now, and the days on which its money would be payable if the buyer paid now. */
const PreviewedLine = SplitLine.omit({
  canceled: true,
  canceledQuantity: true,
  deliveredAt: true,
  autoConfirmsAt: true,
  confirmedAt: true,
}).extend({
  /** The event from which the terms count. */
  startEvent: StartEvent,
  /** The last date on which a tranche of the line becomes payable; null: the terms count from a later event. */
  maturesOn: z.iso.date().nullable(),
  tranches: z.array(z.object({ tranche: z.int(), share: z.int(), maturesOn: z.iso.date() })),
});

export const OrderPreview = z.object({
  orderId: WalletOrderId,
  totalAmount: WonNumber,
  lines: z.array(PreviewedLine),
});

export const previewOrder = endpoint({
  method: 'POST',
  path: '/orders/preview',
  summary: 'What an order would earn its sellers, and when. The body is that of a new order; nothing is stored.',
  security: 'bearer',
  scope: 'payments:read',
  body: OrderIn,
  success: { status: 200, body: OrderPreview },
  errors: may(...refusedOrder, 'CALENDAR_YEAR_UNKNOWN'),
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/{orderId}',
  summary: 'An order, its lines and where each won of them goes.',
  security: 'bearer',
  scope: 'payments:read',
  params: z.object({ orderId: WalletOrderId }),
  success: { status: 200, body: Order },
  errors: may('ORDER_NOT_FOUND'),
});

/** The lines of the order that the event concerns. Absent: all lines. */
const LineIds = z.array(LineId).min(1).max(200).optional();
const startEventErrors = may(
  'ORDER_NOT_FOUND',
  'ORDER_NOT_PAID',
  'ORDER_LINE_UNKNOWN',
  'START_EVENT_IN_FUTURE',
  'START_EVENT_BEFORE_PAYMENT',
  'START_EVENT_CONFLICT',
  'CALENDAR_YEAR_UNKNOWN',
);

export const recordDelivery = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/deliveries',
  summary: 'An order, or some of its lines, reached the buyer. Under some terms the waiting time counts from it.',
  security: 'bearer',
  scope: 'orders:write',
  params: z.object({ orderId: WalletOrderId }),
  body: z.object({ deliveredAt: NamedInstant, lineIds: LineIds }),
  success: { status: 200, body: Order },
  errors: startEventErrors,
});

export const recordConfirmation = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/confirmations',
  summary:
    'The buyer confirmed the purchase of an order, or of some of its lines. Under some terms the waiting time counts from it.',
  security: 'bearer',
  scope: 'orders:write',
  params: z.object({ orderId: WalletOrderId }),
  body: z.object({ confirmedAt: NamedInstant, lineIds: LineIds }),
  success: { status: 200, body: Order },
  errors: startEventErrors,
});

/**
 * Path and body of the provider's own API: a market changes only its base address to use the gateway. Errors come in the
 * provider's envelope, with the provider's codes or those of `dropInRefusals`.
 */
export const confirmOrderPayment = endpoint({
  ...confirmPayment,
  unknownFields: 'ignored',
  security: 'bearer',
  scope: 'payments:write',
  errors: [...confirmPayment.errors, ...dropInCodes],
});

export const cancelOrderPayment = endpoint({
  ...cancelPayment,
  unknownFields: 'ignored',
  summary: 'Cancel a payment, wholly or in part; `lines` says which lines a part belongs to.',
  security: 'bearer',
  scope: 'payments:write',
  body: cancelPayment.body.extend({
    lines: z
      .array(z.object({ lineId: LineId, amount: WonNumber }))
      .min(1)
      .max(200)
      .optional(),
  }),
  errors: [...cancelPayment.errors, ...dropInCodes],
});

export const readPayment = endpoint({
  ...getPayment,
  unknownFields: 'ignored',
  security: 'bearer',
  scope: 'payments:read',
  errors: [...getPayment.errors, ...dropInCodes],
});
export const readPaymentByOrder = endpoint({
  ...getPaymentByOrder,
  unknownFields: 'ignored',
  security: 'bearer',
  scope: 'payments:read',
  errors: [...getPaymentByOrder.errors, ...dropInCodes],
});

const buyerErasure = {
  method: 'POST',
  security: 'bearer',
  scope: 'personal-data:erase',
  body: ErasureAsked,
  success: { status: 200, body: ErasureView },
} as const;

export const eraseOrderTexts = endpoint({
  ...buyerErasure,
  path: '/orders/{orderId}/erasure',
  summary: "Erase what is kept of an order's buyer. Amounts and ids stay.",
  params: z.object({ orderId: WalletOrderId }),
  errors: may('ORDER_NOT_FOUND'),
});

export const erasePaymentTexts = endpoint({
  ...buyerErasure,
  path: '/payments/{paymentKey}/erasure',
  summary: "Erase what is kept of a payment's buyer, by the payment instead of its order.",
  params: getPayment.params,
  errors: may('PAYMENT_NOT_FOUND'),
});

export const ordersContract = {
  createOrder,
  registerOrders,
  previewOrder,
  getOrder,
  recordDelivery,
  recordConfirmation,
} as const;

export const paymentsContract = { confirmOrderPayment, cancelOrderPayment, readPaymentByOrder, readPayment } as const;

export const buyerErasuresContract = { eraseOrderTexts, erasePaymentTexts } as const;
