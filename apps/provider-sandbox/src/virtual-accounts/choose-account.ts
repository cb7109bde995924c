import type { DepositorChoices } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import { storeReceiptRequest } from '../cash-receipts/receipt-request.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import { storeAccountOrder } from './account-order.js';
import { issuingBank } from './issue-virtual-account.js';

/** The input of the buyer of a virtual account. */
export type Depositor = z.output<typeof DepositorChoices>;

/**
 * Plays a buyer who chooses a bank in the payment window. The payment stays READY; the account is issued when the
 * merchant confirms.
 */
export async function chooseAccount(call: Call, payment: PaymentRow, buyer: Depositor = {}): Promise<PaymentRow> {
  const { bank = '신한', customerName = '김구매', refundReceiveAccount = null } = buyer.virtualAccount ?? {};
  await storeAccountOrder(call.sql, payment.paymentKey, {
    bankCode: issuingBank(bank),
    customerName,
    accountType: '일반',
    accountKey: null,
    dueAt: null,
    refundAccount: refundReceiveAccount,
  });
  await storeReceiptRequest(call.sql, payment.paymentKey, buyer.cashReceipt);
  return payment;
}
