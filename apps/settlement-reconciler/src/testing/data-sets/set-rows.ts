import { divide, proportionOf, ratePerHundredThousand } from '@jeongsan/money';

export type SetPayment = {
  id: string;
  paymentKey: string;
  orderId: string;
  key: string;
  amount: bigint;
  canceled: bigint;
  currency: string;
  method: string;
  account: string;
  at: string;
  day: string;
  isAllocated: boolean;
};
export type SetTransaction = {
  key: string;
  account: string;
  paymentKey: string;
  orderId: string;
  method: string;
  status: string;
  currency: string;
  amount: bigint;
  at: string;
  day: string;
};
/** A settlement row as staging holds it. */
export type Row = {
  key: string;
  account: string;
  paymentKey: string;
  orderId: string;
  method: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  fees: bigint;
  baseFee: bigint;
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
  occurredOn: string;
  soldDate: string;
  paidOutDate: string;
  copies: number;
};

/** Contracted rates per 100,000 of these sets, VAT included; a virtual account costs a fixed amount. */
export const RATES: Readonly<Record<string, number>> = {
  카드: 3_300,
  계좌이체: 1_980,
  간편결제: 3_630,
  휴대폰: 3_850,
  문화상품권: 8_000,
};
export const FIXED = 440n;

const feeOf = ({ method, amount }: Pick<SetPayment, 'method' | 'amount'>): bigint =>
  method === '가상계좌' ? FIXED : ratePerHundredThousand(amount, BigInt(RATES[method] ?? 0), 'floor');

type Moved = Readonly<{ key: string; amount: bigint; day: string }>;

export function transactionOf(
  payment: SetPayment,
  moved: Moved & Readonly<{ status: string; at: string }>,
): SetTransaction {
  const { account, paymentKey, orderId, method, currency } = payment;
  return { account, paymentKey, orderId, method, currency, ...moved };
}

/** The row of an approval or a cancel; a cancel gives back its share of the fee. */
export function clearedRow(
  payment: SetPayment,
  { key, amount, day, paidOut }: Moved & Readonly<{ paidOut: string }>,
): Row {
  const whole = feeOf(payment);
  const fee = amount > 0n ? whole : -proportionOf(whole, -amount, payment.amount);
  const { account, paymentKey, orderId, method, currency } = payment;
  const row = {
    account,
    paymentKey,
    orderId,
    method,
    currency,
    key,
    amount,
    occurredOn: day,
    soldDate: day,
    paidOutDate: paidOut,
    copies: 1,
  };
  return { ...row, ...amountsOf(amount, fee) };
}

/** The amounts of a row with this fee, all of which agree. */
export function amountsOf(
  amount: bigint,
  fee: bigint,
): Pick<Row, 'fee' | 'fees' | 'baseFee' | 'supplyAmount' | 'vat' | 'payOutAmount'> {
  const vat = divide(fee, 11n, 'half-up');
  return { fee, fees: fee, baseFee: fee, vat, supplyAmount: fee - vat, payOutAmount: amount - fee };
}
