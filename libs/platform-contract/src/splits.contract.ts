import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { WHOLE } from '@jeongsan/settlement';
import { z } from 'zod';
import { may } from './refusals.js';
import { CategoryName, DecisionReason, LineId, ProductKey, SellerKey } from './values.js';

/** A product of the provider's payment links. */
const LinkProductKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, '1 to 200 printable characters');
/**
 * An ARS service: the first digits that the market gives the reserveNumber of its reservations, the only key of a reservation
 * that the market chooses. The longest one that fits applies; `default` fits every reservation.
 */
const ArsService = z.string().regex(/^(default|\d{1,12})$/, 'default, or the first 1 to 12 digits of a reserveNumber');

/** The id of the order line that gets what a product's delivery costs. */
export const DELIVERY_LINE = 'delivery';
/** Shorter than an order's line ids: those of an order's further items begin with the number of their item. */
const SplitLineId = LineId.max(32);
const Share = z.int().min(0).max(WHOLE);

/** What a seller gets of one unit sold: an amount, or a share of the price. */
const SplitLine = z.object({
  lineId: SplitLineId,
  sellerId: SellerKey,
  category: CategoryName,
  /** The product that commission rules refer to. */
  productId: ProductKey.optional(),
  /** Won of one unit. */
  amount: WonNumber.optional(),
  /** The tax-free part of `amount`; absent: nothing. */
  taxFreeAmount: WonNumber.optional(),
  /** Share of one unit's price, in 1/100,000. */
  share: Share.optional(),
  /** The tax-free share of the line, in 1/100,000; absent: nothing. */
  taxFreeShare: Share.optional(),
});

const splitFields = {
  /** The name of the orders. Absent: the order number of the provider. */
  orderName: z.string().min(1).max(100).optional(),
  /** Either amounts, which add up to the price of one unit, or shares, which add up to 100,000. */
  lines: z.array(SplitLine).min(1).max(20),
  /** Who gets what the product's delivery costs. Absent: a sale with paid delivery stays unallocated. */
  delivery: SplitLine.pick({ sellerId: true, category: true, productId: true }).optional(),
};

/** How the money of one unit sold is divided. */
export const Split = z.object(splitFields);

type Lines = z.output<typeof Split>['lines'];

const isOfAmounts = (lines: Lines): boolean =>
  lines.every(
    ({ amount, taxFreeAmount = 0n, share, taxFreeShare }) =>
      amount !== undefined && amount > 0n && taxFreeAmount <= amount && (share ?? taxFreeShare) === undefined,
  );

const isOfShares = (lines: Lines): boolean =>
  lines.every(({ amount, taxFreeAmount, share = 0 }) => share > 0 && (amount ?? taxFreeAmount) === undefined) &&
  lines.reduce((sum, { share = 0 }) => sum + share, 0) === WHOLE;

export const SplitIn = z
  .object({ ...splitFields, reason: DecisionReason })
  .refine(({ lines }) => isOfAmounts(lines) || isOfShares(lines), {
    path: ['lines'],
    error:
      'All lines have an amount, not below its tax-free part, or all have a share, and the shares add up to 100000',
  })
  .refine(({ lines }) => new Set([...lines.map(({ lineId }) => lineId), DELIVERY_LINE]).size > lines.length, {
    path: ['lines'],
    error: `Line ids do not repeat, and ${DELIVERY_LINE} is the id of the delivery's line`,
  });

export const splitKinds = ['product', 'ars'] as const;
const SplitKind = z.enum(splitKinds);

export const SplitView = z.object({
  kind: SplitKind,
  /** The productKey, or the ARS service. */
  key: z.string(),
  /** Counts the splits of one key, from 1. */
  version: z.int(),
  ...splitFields,
  reason: z.string(),
  namedAt: Instant,
  namedBy: z.string(),
});

/** The split that applies to payments from now on, and those that it replaced, newest first (the last 100). */
export const SplitHistory = z.object({ current: SplitView, earlier: z.array(SplitView) });

const naming = {
  method: 'PUT',
  security: 'bearer',
  scope: 'orders:write',
  body: SplitIn,
  success: { status: 200, body: SplitView },
  errors: may('SELLER_UNKNOWN'),
} as const;
const reading = {
  method: 'GET',
  security: 'bearer',
  scope: 'payments:read',
  success: { status: 200, body: SplitHistory },
  errors: may('SPLIT_NOT_FOUND'),
} as const;

export const nameProductSplit = endpoint({
  ...naming,
  path: '/splits/products/{productKey}',
  summary:
    'Name how sales of a payment-link product are split. Later payments, and those that wait, get their order from it.',
  params: z.object({ productKey: LinkProductKey }),
});

export const nameArsSplit = endpoint({
  ...naming,
  path: '/splits/ars/{service}',
  summary:
    'Name how payments by phone are split: of all reservations, or of those whose reserveNumber begins with digits.',
  params: z.object({ service: ArsService }),
});

export const getProductSplit = endpoint({
  ...reading,
  path: '/splits/products/{productKey}',
  summary: 'The split of a payment-link product, with those that it replaced.',
  params: z.object({ productKey: LinkProductKey }),
});

export const getArsSplit = endpoint({
  ...reading,
  path: '/splits/ars/{service}',
  summary: 'The split of an ARS service, with those that it replaced.',
  params: z.object({ service: ArsService }),
});

export const listSplits = endpoint({
  method: 'GET',
  path: '/splits',
  summary: 'The splits that apply now, by kind and key.',
  security: 'bearer',
  scope: 'payments:read',
  query: z.object({ kind: SplitKind.optional(), after: z.string().max(220).optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(SplitView) },
  errors: may('CURSOR_INVALID'),
});

export const splitsContract = {
  nameProductSplit,
  nameArsSplit,
  getProductSplit,
  getArsSplit,
  listSplits,
} as const;
