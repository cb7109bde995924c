import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { formulaInputs, isFormulaInput, NUMBER_NAME, NUMBERS_MAX } from './formula.js';
import { CommissionBase, FeeName, RoundedCharge, VatBearer } from './terms.js';

/** Whole won as text: a formula's value may exceed the largest safe JSON number before the cap applies. */
const ExactWon = z.codec(z.string().regex(/^-?\d{1,1000}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (amount) => String(amount),
});

/**
 * Why less was charged than computed. NOT_NEGATIVE: the computed charge was below 0. NOTHING_LEFT: the charge exceeded what was
 * left of the line.
 */
const Cap = z.enum(['NOT_NEGATIVE', 'NOTHING_LEFT']);

/** One applied charge: the computed value, and amount and VAT after rounding. */
const ChargeStep = RoundedCharge.extend({
  computed: ExactWon,
  /** Without VAT. */
  amount: WonNumber,
  vat: WonNumber,
  cap: Cap.nullable(),
});
export type ChargeStep = z.output<typeof ChargeStep>;

const NumberName = z.string().regex(NUMBER_NAME, 'capital letters, digits and _, at most 31');
const builtIn = `${formulaInputs.join(', ')} are names of the line's own amounts`;

/** Numbers that an order line carries for formulas, by name: won or counts, 0 or more. */
export const CarriedNumbers = z
  .record(NumberName, WonNumber)
  .refine((numbers) => Object.keys(numbers).length <= NUMBERS_MAX, `at most ${NUMBERS_MAX} numbers`)
  .refine((numbers) => !Object.keys(numbers).some(isFormulaInput), builtIn);

/** One of several discounts of a line, in won. */
export const LineDiscount = z.object({
  /** The discount in the market's own records. */
  discountId: z.string(),
  name: z.string().nullable(),
  amount: WonNumber,
  /** The seller's part; the platform bears the rest. */
  bySeller: WonNumber,
  /** The share that divided this discount, in 1/100,000; null: the order named the seller's part. */
  share: z.int().nullable(),
});
export type LineDiscount = z.output<typeof LineDiscount>;

/** How a line was priced. Frozen with the line; sufficient to price the line again without terms or rules. */
export const LinePricing = z.object({
  /** Effective date of the version of the seller's terms. */
  termsFrom: z.iso.date(),
  /** The commission rule that replaced the commission of the terms; null: none. */
  ruleId: z.uuid().nullable(),
  vatBearer: VatBearer,
  /** The base of the commission's rate. */
  commissionBase: CommissionBase.default('AFTER_SELLER_DISCOUNT'),
  /** The share that divided the discount, in 1/100,000; null: the order named the seller's part, or listed `discounts`. */
  discountShare: z.int().nullable(),
  /** The discounts of a line that has several; absent: the order named one sum. */
  discounts: z.array(LineDiscount).optional(),
  inputs: z.object({
    ORDER_AMOUNT: WonNumber,
    PAYMENT_AMOUNT: WonNumber,
    DISCOUNT_AMOUNT: WonNumber,
    DISCOUNT_SHARE_AMOUNT: WonNumber,
    TAX_FREE_AMOUNT: WonNumber,
  }),
  /** The numbers that the order brought along for formulas, also those that no formula used; absent: none. */
  numbers: CarriedNumbers.optional(),
  commission: ChargeStep,
  /** `vatBearer`: only of a fee whose VAT is borne otherwise than the terms say for all charges. */
  fees: z.array(ChargeStep.extend({ code: z.string(), name: FeeName, vatBearer: VatBearer.optional() })),
});
export type LinePricing = z.output<typeof LinePricing>;

/** The JSON of a line's pricing, as stored in `gateway.order_line.pricing`. */
export const pricingDocument = (pricing: LinePricing): string => JSON.stringify(z.encode(LinePricing, pricing));
/** @throws ZodError when the JSON was not written by `pricingDocument`. */
export const readPricingDocument = (document: unknown): LinePricing =>
  z.decode(LinePricing, document as z.input<typeof LinePricing>);
