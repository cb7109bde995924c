import { businessDateOf, type DateText } from '@jeongsan/calendar';
import type { SettlementRow } from '@jeongsan/provider-client';
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
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
  occurredOn: DateText;
  soldDate: DateText;
  paidOutDate: DateText;
  pendingFrom: DateText;
}>;

export function settlementRecord(row: SettlementRow, account: string, pendingDays: number): SettlementRecord {
  const { transactionKey, paymentKey, orderId, method, currency, amount, fee, supplyAmount, vat, payOutAmount } = row;
  const { soldDate, paidOutDate } = row;
  // In the row of a cancel, approvedAt is the time of the approval, not of the cancel.
  const occurredOn = businessDateOf(row.cancel?.canceledAt ?? row.approvedAt);
  return {
    account,
    ...{ transactionKey, paymentKey, orderId, method, currency, amount, fee, supplyAmount, vat, payOutAmount },
    fees: row.fees.reduce((sum, part) => sum + part.fee, 0n),
    ...{ occurredOn, soldDate, paidOutDate },
    pendingFrom: pendingFrom({ occurredOn, paidOutDate }, pendingDays),
  };
}

/**
 * Splits a page into rounds in which no key occurs twice. One database statement can touch a row only once, so a
 * repeated row must come in a later statement to be counted as repeated.
 */
export function roundsOf(page: readonly SettlementRecord[]): SettlementRecord[][] {
  const rounds: SettlementRecord[][] = [];
  const times = new Map<string, number>();
  for (const record of page) {
    const round = times.get(record.transactionKey) ?? 0;
    times.set(record.transactionKey, round + 1);
    (rounds[round] ??= []).push(record);
  }
  return rounds;
}
