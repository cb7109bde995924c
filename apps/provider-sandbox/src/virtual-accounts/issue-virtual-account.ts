import type { Input } from '@jeongsan/http-contract';
import { bankNamed, type issueVirtualAccount as contract, OrderId } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { isIdentityOf } from '../cash-receipts/identity-number.js';
import { storeReceiptRequest } from '../cash-receipts/receipt-request.js';
import { assertOrderIsFree } from '../payments/assert-order-is-free.js';
import { openPayment } from '../payments/open-payment.js';
import { noDetails } from '../payments/payment-row.js';
import { type AccountOrder, storeAccountOrder } from './account-order.js';
import { dueAtOf } from './due-date.js';
import { issueAccount } from './issue-account.js';

type Body = Input<typeof contract>['body'];

/** Issues an account for one order without a payment window (document 1 section 4). */
export const issueVirtualAccount: Handler<typeof contract> = async (call, { body }) => {
  const { shortOrderIdsGetAccounts } = call.world.merchant.settings;
  if (!shortOrderIdsGetAccounts && !OrderId.safeParse(body.orderId).success) {
    throw new Refused('INVALID_REQUEST', { about: ['orderId'] });
  }
  const order = accountOrderOf(body, call.now);
  assertReceipt(body.cashReceipt);
  await assertOrderIsFree(call.sql, body.orderId);
  const payment = await openPayment(call, { ...body, method: '가상계좌', details: noDetails });
  await storeAccountOrder(call.sql, payment.paymentKey, order);
  await storeReceiptRequest(call.sql, payment.paymentKey, body.cashReceipt);
  return issueAccount(call, payment, order);
};

function accountOrderOf(body: Body, now: Date): AccountOrder {
  return {
    ...accountTypeOf(body),
    bankCode: issuingBank(body.bank),
    customerName: body.customerName,
    dueAt: dueAtOf(body, now),
    refundAccount: null,
  };
}

/** The short code of a bank that issues virtual accounts. Throws Refused for any other bank. */
export function issuingBank(name: string): string {
  const bank = bankNamed(name);
  if (!bank?.issuesVirtualAccounts) throw new Refused('INVALID_BANK');
  return bank.shortCode;
}

function accountTypeOf({ accountType, accountKey }: Body): Pick<AccountOrder, 'accountType' | 'accountKey'> {
  const isKnown = accountType === undefined || accountType === '일반' || accountType === '고정';
  if (!isKnown) throw new Refused('INVALID_VIRTUAL_ACCOUNT_TYPE');
  // ASSUMED: an accountKey without an account type asks for a fixed account.
  const isFixed = accountType === '고정' || (accountType === undefined && accountKey !== undefined);
  if (!isFixed) return { accountType: '일반', accountKey: null };
  if (accountKey === undefined) throw new Refused('REQUIRED_ACCOUNT_KEY');
  return { accountType: '고정', accountKey };
}

function assertReceipt(receipt: Body['cashReceipt']): void {
  if (receipt === undefined || receipt.type === '미발행') return;
  if (!isIdentityOf(receipt.type, receipt.registrationNumber ?? '')) {
    throw new Refused('INVALID_REGISTRATION_NUMBER_TYPE');
  }
}
