import { CutoffTime, CycleText, DatePolicy, Lag } from '@jeongsan/calendar';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';

/**
 * The highest rate of a charge, in 1/100,000: with 10 % VAT on top, a higher rate could exceed the price, and the seller would
 * owe money for a sale.
 */
export const CHARGE_RATE_MAX = 90_000;
/** VAT on commission, in 1/100,000 (Value-Added Tax Act, article 30: 10 %). */
export const VAT_RATE = 10_000n;
/** 100 % in the unit of all rates and shares, which is 1/100,000. */
export const WHOLE = 100_000;

const RoundingName = z.enum(['floor', 'ceil', 'half-up']);

/**
 * How a charge to the seller is computed. Rates are in 1/100,000, from 0 to CHARGE_RATE_MAX. Formulas use the names in
 * `formulaInputs`. Bounds and formulas are checked by `chargeProblem`, not here, since each problem has its own refusal code.
 */
export const Charge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('RATE'), rate: z.int() }),
  z.object({ kind: z.literal('FIXED'), amount: WonNumber }),
  z.object({
    kind: z.literal('FORMULA'),
    formula: z.string().min(1).max(200),
    rate: z.int().default(0),
    amount: WonNumber.default(0n),
  }),
]);
export type Charge = z.output<typeof Charge>;

/**
 * A charge and the rounding of its two steps: the amount, and the VAT on the amount. Default: floor, so the seller keeps the
 * odd won.
 */
export const RoundedCharge = z.object({
  charge: Charge,
  rounding: RoundingName.default('floor'),
  vatRounding: RoundingName.default('floor'),
});
export type RoundedCharge = z.output<typeof RoundedCharge>;

/** The name of a fee on statements, Korean and English. */
export const FeeName = z.object({ ko: z.string().min(1).max(40), en: z.string().min(1).max(40) });

/** Who bears the VAT on commission and fees. SELLER: VAT is added to the charge. PLATFORM: the charge includes VAT. */
export const VatBearer = z.enum(['SELLER', 'PLATFORM']);

/**
 * A fee besides the commission, for example for payment handling, delivery or advertising. `code` identifies the fee on
 * statements.
 */
export const AdditionalFee = RoundedCharge.extend({
  code: z.string().regex(/^[A-Z][A-Z0-9_]{1,29}$/, 'capital letters, digits and _, 2 to 30'),
  name: FeeName,
  /** Who bears the VAT on this fee; absent: as the terms say for all charges. */
  vatBearer: VatBearer.optional(),
});
export type AdditionalFee = z.output<typeof AdditionalFee>;

/**
 * How the seller is taxed. A business (GENERAL, SIMPLIFIED, EXEMPT) gets tax invoices for its charges; an exempt business sells
 * without VAT. An individual without a business gets none; from payouts to a service provider (WITHHOLDING) 3.3 % tax is
 * withheld (Income Tax Act, article 129).
 */
export const TaxType = z.enum(['GENERAL', 'SIMPLIFIED', 'EXEMPT', 'WITHHOLDING', 'NON_WITHHOLDING']);
export type TaxType = z.infer<typeof TaxType>;

/**
 * What a rate of the commission is charged of. ORDER: the price of the line. AFTER_SELLER_DISCOUNT: the price less the part of
 * the discount that the seller bears. The rates of additional fees are always charged of the latter.
 */
export const CommissionBase = z.enum(['ORDER', 'AFTER_SELLER_DISCOUNT']);
export type CommissionBase = z.infer<typeof CommissionBase>;

/**
 * For a seller who supplies to the platform instead of to the buyer, what the settled amount is on the seller's invoice. TOTAL:
 * the amount includes VAT. SUPPLY: VAT comes on top.
 */
export const settledAs = ['TOTAL', 'SUPPLY'] as const;

/** The event from which a line's waiting time counts. */
export const StartEvent = z.enum(['PAID', 'DELIVERED', 'CONFIRMED']);
export type StartEvent = z.infer<typeof StartEvent>;

/** A part of a line's net amount, and its waiting time from the start event. */
export const Tranche = Lag.extend({ share: z.int().min(1).max(WHOLE) });
export type Tranche = z.output<typeof Tranche>;

/**
 * Money kept back against later refunds. ROLLING: a share of the payable money of each statement, for `days` days. FIXED: up to
 * a fixed amount.
 */
export const Reserve = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ROLLING'), rate: z.int().min(1).max(WHOLE), days: z.int().min(1).max(180) }),
  z.object({ kind: z.literal('FIXED'), amount: WonNumber }),
]);
export type Reserve = z.output<typeof Reserve>;

/**
 * How a seller's debt is recovered: each statement nets the debt from payable money, up to `netShare` (1/100,000) of that
 * money.
 */
export const DebtPolicy = z.object({ netShare: z.int().min(0).max(WHOLE) });

const wholeInTranches = (tranches: readonly Tranche[]): boolean =>
  tranches.reduce((sum, { share }) => sum + share, 0) === WHOLE;

/** The contract with a seller from one date on. A version never changes. Omitted members have defaults. */
export const TermsBody = z.object({
  commission: RoundedCharge,
  /** Also applies where a commission rule replaces the commission of the terms. */
  commissionBase: CommissionBase.default('AFTER_SELLER_DISCOUNT'),
  vatBearer: VatBearer.default('SELLER'),
  fees: z.array(AdditionalFee).max(10).default([]),
  /** The seller's part of a discount in 1/100,000, where the order does not name that part. */
  discountShare: z.int().min(0).max(WHOLE).default(0),
  taxType: TaxType.default('GENERAL'),
  /** Absent: the seller supplies to the buyer, and the platform draws up no invoice for the seller. */
  settledAs: z.enum(settledAs).optional(),
  startEvent: StartEvent.default('PAID'),
  /** Days after delivery until a purchase counts as confirmed without an act of the buyer. */
  autoConfirmDays: z.int().min(0).max(60).default(7),
  tranches: z.array(Tranche).min(1).max(4).refine(wholeInTranches, 'the shares must add up to 100000'),
  /** DAILY, WEEKLY:MON,THU, MONTHLY:10,25 (31 is the month's end) or MANUAL:2026-05-04,2026-06-11 (up to 60 dates). */
  cycle: CycleText,
  datePolicy: DatePolicy,
  /**
   * Asia/Seoul time of day, HH:mm. A start event at or after the cutoff counts for the next day; 00:00
   * means no cutoff.
   */
  cutoff: CutoffTime.default('00:00'),
  /** A smaller amount is carried to the next statement; null: the platform's minimum. */
  minimumPayout: WonNumber.nullable().default(null),
  reserve: Reserve.nullable().default(null),
  debt: DebtPolicy.default({ netShare: WHOLE }),
});
export type TermsBody = z.output<typeof TermsBody>;
/** Terms as written in requests and in Postgres. */
export type TermsInput = z.input<typeof TermsBody>;

/** Terms of one seller. `effectiveFrom`: the first Asia/Seoul date (yyyy-MM-dd) whose new orders fall under these terms. */
export type Terms = TermsBody & Readonly<{ sellerId: string; effectiveFrom: string }>;

/** The JSON of terms, as stored in `payouts.seller_terms.document`. */
export function termsDocument(terms: TermsBody): string {
  const { commissionBase, ...document } = z.encode(TermsBody, terms);
  // The default is not written: terms that were stored before commissionBase existed equal the same terms sent again.
  return JSON.stringify(commissionBase === 'ORDER' ? { ...document, commissionBase } : document);
}
/**
 * Reads stored terms, which were checked when they were set.
 * @throws ZodError when the JSON does not have the form of terms.
 */
export const readTermsDocument = (document: unknown): TermsBody => z.decode(TermsBody, document as TermsInput);
