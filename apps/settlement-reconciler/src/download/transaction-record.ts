import { businessDateOf } from '@jeongsan/calendar';
import type { ListedTransaction, PaymentStatus } from '@jeongsan/provider-contract';

/** A transaction as our database stores it; `amount` is null when it moved no money. */
export type TransactionRecord = Readonly<{
  transactionKey: string;
  account: string;
  paymentKey: string;
  orderId: string;
  method: string;
  status: string;
  currency: string;
  /** Negative for a cancel and a withdrawn deposit; 0: the transaction moved no money. */
  amount: bigint;
  transactionAt: Date;
  businessDate: string;
}>;

// ASSUMED: a transaction's status describes the transaction, not the payment: an approval stays DONE after a cancel,
// and each cancel is a transaction of its own.
// ASSUMED: a deposit that a bank withdrew is listed with status WAITING_FOR_DEPOSIT and the amount that went back.
/** The sign of a transaction's amount by its status; 0 if the transaction moves no money. */
const direction = {
  DONE: 1n,
  CANCELED: -1n,
  PARTIAL_CANCELED: -1n,
  READY: 0n,
  IN_PROGRESS: 0n,
  WAITING_FOR_DEPOSIT: -1n,
  ABORTED: 0n,
  EXPIRED: 0n,
} satisfies Record<PaymentStatus, bigint>;

const isKnown = (status: string): status is PaymentStatus => Object.hasOwn(direction, status);

/**
 * The row as stored; undefined for a status that the documents do not name, and for an amount that its currency cannot have:
 * such a payment of our books stands out as missing at the provider.
 */
export function transactionRecord(row: ListedTransaction, account: string): TransactionRecord | undefined {
  const { transactionKey, paymentKey, orderId, method, status, currency, amount, transactionAt } = row;
  if (!isKnown(status)) return undefined;
  const sign = direction[status];
  if (sign !== 0n && typeof amount !== 'bigint') return undefined;
  return {
    transactionKey,
    account,
    paymentKey,
    orderId,
    method: method ?? '',
    status,
    currency,
    transactionAt,
    amount: sign * (amount ?? 0n),
    businessDate: businessDateOf(transactionAt),
  };
}
