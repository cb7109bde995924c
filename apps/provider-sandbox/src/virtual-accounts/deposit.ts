import { businessDateOf } from '@jeongsan/calendar';
import { isBefore, paymentLifecycle } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { cancelLinkedReceipt, issueLinkedReceipt, showLinkedReceipts } from '../cash-receipts/linked-receipts.js';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import type { Merchant } from '../merchant/merchant.js';
import { announcePayment } from '../payments/announce-payment.js';
import { captureDay } from '../payments/acquire-status.js';
import { readDetails, storeDetails } from '../payments/payment.js';
import type { PaymentObject, PaymentRow } from '../payments/payment-row.js';
import { feesOf, readFees, returnedFees, storeFees } from '../records/fees.js';
import { recordTransaction } from '../records/record-transaction.js';
import { settledDates } from '../records/settlement-arithmetic.js';
import type { Call } from '../world.js';

/** The reason why the bank refuses a deposit; undefined: the deposit is accepted. */
export function depositProblem(payment: PaymentRow, amount: bigint, now: Date): string | undefined {
  const account = readDetails(payment.details).virtualAccount;
  if (payment.status !== 'WAITING_FOR_DEPOSIT' || account === null) return 'The payment waits for no deposit';
  // ASSUMED: a deposit at the very second of the deadline is in time.
  if (now > account.dueDate) return 'The account has expired: the bank refuses the deposit';
  if (amount !== payment.totalAmount) return 'The bank takes the exact amount alone';
  return undefined;
}

/** Books a customer's deposit: the payment is DONE, recorded, announced, and gets its receipt if one was requested. */
export async function takeDeposit(call: Call, payment: PaymentRow, depositorName?: string): Promise<PaymentObject> {
  const { settings } = call.world.merchant;
  const details = readDetails(payment.details);
  const fees = feesOf(payment, details, settings);
  const account = details.virtualAccount && {
    ...details.virtualAccount,
    depositorName: depositorName ?? details.virtualAccount.customerName,
  };
  const deposited: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'deposit'),
    fees: storeFees(fees),
    captureOn: captureDay(call.now),
    approvedAt: call.now,
    paidOutOn: settledDates(businessDateOf(call.now), settings, call.world.calendar).paidOutDate,
    lastTransactionKey: timedId('txrd', call.now),
    details: JSON.parse(storeDetails({ ...details, virtualAccount: account })) as unknown,
  };
  await store(call, deposited);
  recordTransaction(call, deposited, { amount: deposited.totalAmount, fees });
  return announcePayment(call, await issueLinkedReceipt(call, deposited));
}

/**
 * Reverses a deposit that the bank reported by mistake: its records are canceled and the account waits for a deposit
 * again. In API versions up to 1.4 the payment is canceled instead.
 */
export async function takeDepositBack(call: Call, payment: PaymentRow): Promise<PaymentObject> {
  const isEnd = depositErrorCancels(call.world.merchant);
  await cancelLinkedReceipt(call, payment, { amount: payment.balanceAmount, taxFree: payment.taxFreeAmount });
  const details = readDetails(payment.details);
  const account = details.virtualAccount && { ...details.virtualAccount, depositorName: null };
  const reversed: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, isEnd ? 'cancel' : 'depositError'),
    lastTransactionKey: timedId('txrd', call.now),
    // ASSUMED: the account keeps its deadline after a reversed deposit; a later deposit gets a new receipt.
    details: JSON.parse(storeDetails({ ...details, virtualAccount: account })) as unknown,
    // ASSUMED: a reversed deposit that ends the payment adds no Cancel object, because nothing was canceled or
    // refunded.
    ...(isEnd
      ? { balanceAmount: 0n, taxFreeAmount: 0n, taxExemptionAmount: 0n }
      : { approvedAt: null, paidOutOn: null }),
  };
  await store(call, reversed);
  const fees = returnedFees(readFees(payment.fees), payment.totalAmount, payment.totalAmount, 0n);
  recordTransaction(call, reversed, { amount: -payment.totalAmount, fees });
  return announcePayment(call, await showLinkedReceipts(call.sql, reversed));
}

/** Whether a reversed deposit ends the payment: in versions up to 1.4, unless the merchant's settings say so or not. */
const depositErrorCancels = ({ settings, apiVersion }: Merchant): boolean =>
  settings.depositErrorCancels ?? isBefore(apiVersion, '2022-06-08');

const STORE = statement(`
  update payment set status = :status, fees = :fees, approved_at = :approvedAt, paid_out_on = :paidOutOn,
    last_transaction_key = :lastTransactionKey, details = :details,
  balance_amount = :balanceAmount, tax_free_amount = :taxFreeAmount, tax_exemption_amount = :taxExemptionAmount,
    capture_on = :captureOn where payment_key = :paymentKey`);

async function store(call: Call, payment: PaymentRow): Promise<void> {
  await STORE.rows(call.sql, {
    paymentKey: payment.paymentKey,
    status: payment.status,
    fees: payment.fees,
    approvedAt: payment.approvedAt,
    paidOutOn: payment.paidOutOn,
    lastTransactionKey: payment.lastTransactionKey,
    details: JSON.stringify(payment.details),
    balanceAmount: payment.balanceAmount,
    taxFreeAmount: payment.taxFreeAmount,
    taxExemptionAmount: payment.taxExemptionAmount,
    captureOn: payment.captureOn,
  });
}
