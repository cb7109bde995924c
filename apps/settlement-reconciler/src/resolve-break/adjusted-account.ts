import { type Account, chart } from '@jeongsan/ledger';
import type { BreakClass, breakClasses, counterAccounts } from '@jeongsan/platform-contract';

type Classes = typeof breakClasses;
/** The classes whose breaks may be settled by an adjusting entry. */
type Adjustable = {
  [C in BreakClass]: 'adjust' extends Classes[C]['ways'][number] ? C : never;
}[BreakClass];
/** Where the money of a break's settlement row is: the market's account at the provider, and the state of the row; null: no row. */
export type RowPlace = Readonly<{ providerAccount: string; state: string | null }>;
type Side = Readonly<{
  /** The account that differs. */
  account: (row: RowPlace) => Account;
  /** 1: the account grows when the other side's record is larger than ours; -1: it falls, since the record is money that left. */
  direction: 1n | -1n;
}>;

const receivable: Side = { account: () => chart.providerReceivable(), direction: 1n };
const pending: Side = { account: (row) => chart.providerPending(row.providerAccount), direction: 1n };
const available: Side = { account: (row) => chart.providerAvailable(row.providerAccount), direction: 1n };
const placesOfRow: Readonly<Partial<Record<string, Side>>> = { pending, available };
/** The money of a settlement row: receivable until the row is posted, then pending, available from its pay-out date on. */
const ofRow: Side = { account: (row) => (placesOfRow[row.state ?? ''] ?? receivable).account(row), direction: 1n };
const paidOut: Side = { account: () => chart.providerAvailable(), direction: -1n };
const fees: Side = { account: () => chart.providerFees(), direction: -1n };
const bank: Side = { account: () => chart.platformBank(), direction: 1n };
const fromBank: Side = { account: () => chart.platformBank(), direction: -1n };

// prettier-ignore
/**
 * The account that differs for each class. Money that the provider took for a payment is `provider:receivable` until its settlement
 * is posted, so a difference between our payment, its transaction and its settlement row stays there; a row that changed after it was
 * posted differs where its money has got to. No account is a seller's: a
 * seller's money changes by an adjustment of the seller.
 */
export const adjustedAccounts: Readonly<Record<Adjustable, Side>> = {
  MISSING_TRANSACTION: receivable,      UNKNOWN_TRANSACTION: receivable,  DUPLICATE_TRANSACTION: receivable, ORPHAN_CANCEL: receivable,
  TRANSACTION_SIGN: receivable,         TRANSACTION_CURRENCY: receivable, TRANSACTION_AMOUNT: receivable,    ORDER_AMOUNT: receivable,
  MISSING_SETTLEMENT: receivable,       OVERDUE_SETTLEMENT: receivable,   UNKNOWN_SETTLEMENT: receivable,    DUPLICATE_SETTLEMENT: receivable,
  SETTLEMENT_SIGN: receivable,          SETTLEMENT_CURRENCY: receivable,  SETTLEMENT_AMOUNT: receivable,     SETTLEMENT_ARITHMETIC: receivable,
  SETTLEMENT_FEE: fees,                 SETTLEMENT_VAT: receivable,       SETTLEMENT_PAYOUT_AMOUNT: receivable, SETTLEMENT_CHANGED: ofRow,
  MISSING_PAYOUT: paidOut,              UNKNOWN_PAYOUT: paidOut,          DUPLICATE_PAYOUT: paidOut,         PAYOUT_AMOUNT: paidOut,
  PAYOUT_STATUS: paidOut,
  PAYOUT_FEE: fromBank,                 MISSING_DEPOSIT: bank,            UNKNOWN_DEPOSIT: bank,             DEPOSIT_AMOUNT: bank,
  MISSING_WITHDRAWAL: fromBank,         UNKNOWN_WITHDRAWAL: fromBank,     WITHDRAWAL_AMOUNT: fromBank,
  BALANCE_PENDING: pending,             BALANCE_AVAILABLE: available,
};

/** The account that differs, for a class that an adjusting entry may settle. */
export function sideOf(kind: BreakClass): Side {
  const side = (adjustedAccounts as Readonly<Partial<Record<BreakClass, Side>>>)[kind];
  if (!side) throw new Error(`Breaks of class ${kind} are not settled by an adjusting entry`);
  return side;
}

export type CounterAccount = (typeof counterAccounts)[number];

/** The accounts of the contract's list of counter-accounts. */
export const counters: Readonly<Record<CounterAccount, Account>> = {
  'platform:adjustments': chart.platformAdjustments(),
  'platform:write-off': chart.platformWriteOff(),
  'platform:bank': chart.platformBank(),
  'provider:fees': chart.providerFees(),
  'provider:fee-vat': chart.providerFeeVat(),
};
