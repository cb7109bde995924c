import type { StoredFees } from '../payments/payment-row.js';
import { proportionOf, ratePerHundredThousand } from '@jeongsan/money';
import { type FeeLine, feeTypes } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Settings } from '../merchant/merchant.js';
import type { PaymentDetails, PaymentRow } from '../payments/payment-row.js';

type FeeType = (typeof feeTypes)[number];
export type Fees = z.output<typeof FeeLine>[];

export const storeFees = (fees: Fees): StoredFees =>
  feeTypes.map((wanted) => fees.find(({ type }) => type === wanted)?.fee ?? 0n);

// ASSUMED: the base fee is always listed, every other fee only if it is not zero.
export const readFees = (stored: StoredFees): Fees =>
  feeTypes
    .map((type, index) => ({ type, fee: BigInt(stored[index] ?? 0n) }))
    .filter(({ type, fee }) => type === 'BASE' || fee !== 0n);

/** The fee rate, in 1/100,000, of methods that the merchant's contract does not name. */
export const OTHER_FEE_RATE = 2200;

/** The fees that an approval costs the merchant, by type (document 1 section 2.7); their sum is the fee. */
export function feesOf(
  payment: Pick<PaymentRow, 'method' | 'totalAmount'>,
  { card }: Pick<PaymentDetails, 'card'>,
  settings: Settings,
): Fees {
  const line = (type: FeeType, amount: bigint, rate: number) => ({
    type,
    fee: ratePerHundredThousand(amount, BigInt(rate), 'floor'),
  });
  const fixed = settings.fixedFees[payment.method] ?? null;
  const base = line('BASE', payment.totalAmount, settings.feeRates[payment.method] ?? OTHER_FEE_RATE);
  const lines = [fixed === null ? base : { ...base, fee: BigInt(fixed) }];
  const months = card?.installmentPlanMonths ?? 0;
  if (card?.interestPayer === 'MERCHANT') {
    lines.push(line('INSTALLMENT', card.amount, settings.installmentFeeRate * months));
  }
  if (card?.interestPayer === 'CARD_COMPANY') {
    lines.push(line('INSTALLMENT_DISCOUNT', card.amount, settings.installmentDiscountFeeRate));
  }
  if (card?.useCardPoint) lines.push(line('POINT_SAVING', card.amount, settings.pointSavingFeeRate));
  if (settings.etcFeeRate > 0) lines.push(line('ETC', payment.totalAmount, settings.etcFeeRate));
  return lines;
}

/**
 * The part of each fee that a cancel gives back, as a negative amount. Computed from the sum of all cancels so far, so
 * that the last cancel gives back the won lost by rounding.
 */
export function returnedFees(fees: Fees, total: bigint, balanceBefore: bigint, balanceAfter: bigint): Fees {
  return fees.map(({ type, fee }) => {
    const returnedAt = (balance: bigint): bigint => proportionOf(fee, total - balance, total);
    return { type, fee: returnedAt(balanceBefore) - returnedAt(balanceAfter) };
  });
}

export const sumOfFees = (fees: Fees): bigint => fees.reduce((sum, { fee }) => sum + fee, 0n);

// ASSUMED: interestFee is the line of the installment interest that the merchant bears.
export const interestOf = (fees: Fees): bigint => fees.find(({ type }) => type === 'INSTALLMENT')?.fee ?? 0n;
