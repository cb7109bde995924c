import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { FeeName, RoundedCharge, VatBearer } from './terms.js';

/** Whole won as text: what a formula comes to can exceed any JSON number before it is capped. */
const ExactWon = z.codec(z.string().regex(/^-?\d{1,1000}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (amount) => String(amount),
});

/** Why less was charged than was computed: a line never charges below nothing, nor more than it has left for its seller. */
const Cap = z.enum(['NOT_NEGATIVE', 'NOTHING_LEFT']);

/** One charge as it was applied: what it came to, and what the two steps of rounding gave. */
const ChargeStep = RoundedCharge.extend({
  computed: ExactWon,
  /** Without VAT. */
  amount: WonNumber,
  vat: WonNumber,
  cap: Cap.nullable(),
});
export type ChargeStep = z.output<typeof ChargeStep>;

/** How a line came to its components: frozen with the line, and enough to compute it again without terms or rules. */
export const LinePricing = z.object({
  /** The version of the seller's terms that the line is under. */
  termsFrom: z.iso.date(),
  /** The commission rule that stood in for the terms' commission; null: the terms' own. */
  ruleId: z.uuid().nullable(),
  vatBearer: VatBearer,
  /** The share by which the seller's part of the discount was decided; null: the order said who bears it. */
  discountShare: z.int().nullable(),
  inputs: z.object({
    ORDER_AMOUNT: WonNumber,
    PAYMENT_AMOUNT: WonNumber,
    DISCOUNT_AMOUNT: WonNumber,
    DISCOUNT_SHARE_AMOUNT: WonNumber,
    TAX_FREE_AMOUNT: WonNumber,
  }),
  commission: ChargeStep,
  fees: z.array(ChargeStep.extend({ code: z.string(), name: FeeName })),
});
export type LinePricing = z.output<typeof LinePricing>;

/** A line's pricing as Postgres keeps it, in `gateway.order_line.pricing`. */
export const pricingDocument = (pricing: LinePricing): string => JSON.stringify(z.encode(LinePricing, pricing));
/** @throws ZodError when it was not written by `pricingDocument`. */
export const readPricingDocument = (document: unknown): LinePricing =>
  z.decode(LinePricing, document as z.input<typeof LinePricing>);
