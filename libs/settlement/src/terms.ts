import { CutoffTime, CycleText, DatePolicy, Lag } from '@jeongsan/calendar';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';

/** Above this a seller could end up owing the platform for having sold something, once VAT is added. In 1/100,000. */
export const CHARGE_RATE_MAX = 90_000;
/** VAT on commission, in 1/100,000 (Value-Added Tax Act, article 30: 10 %). */
export const VAT_RATE = 10_000n;
/** The whole, in the unit of every rate and share: 100,000 is 100 %. */
export const WHOLE = 100_000;

const RoundingName = z.enum(['floor', 'ceil', 'half-up']);

/**
 * How a charge to the seller comes about; rates are in 1/100,000 and from 0 to 90000. A formula is over the inputs that `formulaInputs`
 * names. Bounds and formulas are checked when terms or a rule are set (`chargeProblem`), because each has a refusal of its own.
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

/** A charge with how its two steps are rounded: the amount, and the VAT on it. The odd won stays with the seller unless told. */
export const RoundedCharge = z.object({
  charge: Charge,
  rounding: RoundingName.default('floor'),
  vatRounding: RoundingName.default('floor'),
});
export type RoundedCharge = z.output<typeof RoundedCharge>;

/** Korean and English: what a statement calls a fee. */
export const FeeName = z.object({ ko: z.string().min(1).max(40), en: z.string().min(1).max(40) });

/** A fee besides the commission: for payment handling, delivery, advertising. Its code is what statements name it by. */
export const AdditionalFee = RoundedCharge.extend({
  code: z.string().regex(/^[A-Z][A-Z0-9_]{1,29}$/, 'capital letters, digits and _, 2 to 30'),
  name: FeeName,
});
export type AdditionalFee = z.output<typeof AdditionalFee>;

/**
 * How the seller is taxed. A business gets tax invoices for what it is charged (an exempt one sells without VAT); an individual
 * without a business gets none, and of what a service provider among them is paid 3.3 % are withheld (Income Tax Act, article 129).
 */
export const TaxType = z.enum(['GENERAL', 'SIMPLIFIED', 'EXEMPT', 'WITHHOLDING', 'NON_WITHHOLDING']);
export type TaxType = z.infer<typeof TaxType>;

/** Who bears the VAT on commission and fees: added to what the seller is charged, or contained in it. */
export const VatBearer = z.enum(['SELLER', 'PLATFORM']);

/** What a line's waiting time counts from. */
export const StartEvent = z.enum(['PAID', 'DELIVERED', 'CONFIRMED']);
export type StartEvent = z.infer<typeof StartEvent>;

/** A part of a line's net, and how long it waits from the start event. */
export const Tranche = Lag.extend({ share: z.int().min(1).max(WHOLE) });
export type Tranche = z.output<typeof Tranche>;

/** What is kept back against later refunds: a share of every payout for some days, or up to a fixed amount. */
export const Reserve = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ROLLING'), rate: z.int().min(1).max(WHOLE), days: z.int().min(1).max(180) }),
  z.object({ kind: z.literal('FIXED'), amount: WonNumber }),
]);
export type Reserve = z.output<typeof Reserve>;

/** What happens to a seller's debt at a statement: netted from what is payable, up to a share of it, or left to be paid otherwise. */
export const DebtPolicy = z.object({ netShare: z.int().min(0).max(WHOLE) });

const wholeInTranches = (tranches: readonly Tranche[]): boolean =>
  tranches.reduce((sum, { share }) => sum + share, 0) === WHOLE;

/** The contract with a seller, as it stands from one day on. A version is never changed. What is left out has a usual value. */
export const TermsBody = z.object({
  commission: RoundedCharge,
  vatBearer: VatBearer.default('SELLER'),
  fees: z.array(AdditionalFee).max(10).default([]),
  /** The seller's part of a discount for which the order does not say who bears it, in 1/100,000. */
  discountShare: z.int().min(0).max(WHOLE).default(0),
  taxType: TaxType.default('GENERAL'),
  startEvent: StartEvent.default('PAID'),
  /** Days after delivery at which a buyer who says nothing has confirmed. */
  autoConfirmDays: z.int().min(0).max(60).default(7),
  tranches: z.array(Tranche).min(1).max(4).refine(wholeInTranches, 'the shares must add up to 100000'),
  /** DAILY, WEEKLY:MON,THU, MONTHLY:10,25 (31 is the month's end) or MANUAL:2026-05-04,2026-06-11 (up to 60 dates). */
  cycle: CycleText,
  datePolicy: DatePolicy,
  /** Asia/Seoul time of day before which a start event counts for its own day, HH:mm; midnight: the whole day does. */
  cutoff: CutoffTime.default('00:00'),
  /** Less than this is carried to the next statement; absent: the platform's minimum. */
  minimumPayout: WonNumber.nullable().default(null),
  reserve: Reserve.nullable().default(null),
  debt: DebtPolicy.default({ netShare: WHOLE }),
});
export type TermsBody = z.output<typeof TermsBody>;
/** Terms as they are written: in requests, in Postgres. */
export type TermsInput = z.input<typeof TermsBody>;

/** Terms with whom and from when: the first Asia/Seoul date (yyyy-MM-dd) on which new orders fall under them. */
export type Terms = TermsBody & Readonly<{ sellerId: string; effectiveFrom: string }>;

/** Terms as Postgres keeps them, in `payouts.seller_terms.document`. */
export const termsDocument = (terms: TermsBody): string => JSON.stringify(z.encode(TermsBody, terms));
/** What Postgres keeps was checked when it was set. @throws ZodError when it was not. */
export const readTermsDocument = (document: unknown): TermsBody => z.decode(TermsBody, document as TermsInput);
