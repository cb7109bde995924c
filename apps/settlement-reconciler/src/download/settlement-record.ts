import { businessDateOf, type DateText } from '@jeongsan/calendar';
import type { ListedSettlement } from '@jeongsan/provider-contract';
import { pendingFrom } from './pending-from.js';

/** A settlement row as our database stores it. */
export type SettlementRecord = Readonly<{
  /** The name of the account at the provider. */
  account: string;
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  method: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  /** The sum of the row's fees. */
  fees: bigint;
  /** The part of the fee that the contract prices; null: the row lists no parts. */
  baseFee: bigint | null;
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
  occurredOn: DateText;
  soldDate: DateText;
  paidOutDate: DateText;
  pendingFrom: DateText;
}>;

/** The row as stored; undefined when an amount of the row is missing or unreadable, and does not follow from the others. */
export function settlementRecord(
  row: ListedSettlement,
  account: string,
  pendingDays: number,
): SettlementRecord | undefined {
  const amounts = amountsOf(row);
  if (!amounts) return undefined;
  const { transactionKey, paymentKey, orderId, method, currency, soldDate, paidOutDate, cancel } = row;
  // In the row of a cancel, approvedAt is the time of the approval, not of the cancel.
  const occurredAt = cancel ? cancel.canceledAt : row.approvedAt;
  const occurredOn = occurredAt ? businessDateOf(occurredAt) : soldDate;
  return {
    account,
    transactionKey,
    paymentKey,
    orderId,
    method: method ?? '',
    currency,
    ...amounts,
    occurredOn,
    soldDate,
    paidOutDate,
    pendingFrom: pendingFrom({ occurredOn, paidOutDate }, pendingDays),
  };
}

type Amounts = Pick<SettlementRecord, 'amount' | 'fee' | 'fees' | 'baseFee' | 'supplyAmount' | 'vat' | 'payOutAmount'>;

/** The sum `fee` is not documented: without the sum, the fees are added up. payOutAmount is amount minus fee (document 1 section 2.7). */
function amountsOf(row: ListedSettlement): Amounts | undefined {
  const { amount } = row;
  const listed = row.fees ? sumOf(row.fees) : undefined;
  const baseFee = row.fees ? sumOf(row.fees, 'BASE') : null;
  const fee = row.fee ?? listed ?? difference(amount, row.payOutAmount);
  const vat = row.vat ?? difference(fee, row.supplyAmount);
  const supplyAmount = row.supplyAmount ?? difference(fee, vat);
  const payOutAmount = row.payOutAmount ?? difference(amount, fee);
  const isKnown =
    isAmount(amount) && isAmount(fee) && isAmount(vat) && isAmount(supplyAmount) && isAmount(payOutAmount);
  return isKnown ? { amount, fee, fees: listed ?? fee, baseFee, vat, supplyAmount, payOutAmount } : undefined;
}

/** The sum of the fees, or of those of one type. */
function sumOf(fees: NonNullable<ListedSettlement['fees']>, type?: string): bigint {
  let sum = 0n;
  for (const part of fees) if (type === undefined || part.type === type) sum += part.fee;
  return sum;
}

type Maybe = bigint | null | undefined;
const isAmount = (amount: Maybe): amount is bigint => typeof amount === 'bigint';
const difference = (whole: Maybe, part: Maybe): Maybe => (isAmount(whole) && isAmount(part) ? whole - part : undefined);

/**
 * Splits a page into rounds in which no key occurs twice. One database statement can touch a row only once, so a
 * repeated row must come in a later statement to be counted as repeated.
 */
export function roundsOf<Row extends { transactionKey: string }>(page: readonly Row[]): Row[][] {
  const rounds: Row[][] = [];
  const times = new Map<string, number>();
  for (const record of page) {
    const round = times.get(record.transactionKey) ?? 0;
    times.set(record.transactionKey, round + 1);
    (rounds[round] ??= []).push(record);
  }
  return rounds;
}
