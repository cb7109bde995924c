import type { Input } from '@jeongsan/http-contract';
import { bankNamed, type cancelPayment } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { isHeldBy } from '../bank-accounts/holders.js';
import { traitsOf } from '../bank-accounts/mock-accounts.js';
import { isDownForMaintenance } from '../bank-accounts/verify-account.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';

type Body = Input<typeof cancelPayment>['body'];
export type RefundAccount = Readonly<{ bankCode: string; accountNumber: string; holderName: string }>;

/**
 * The account that a cancel refunds to; only virtual accounts need one. Returns undefined for other methods, and if
 * nothing was deposited. Throws Refused.
 */
export async function refundAccountFor(
  call: Call,
  payment: PaymentRow,
  body: Body,
): Promise<RefundAccount | undefined> {
  if (payment.method !== '가상계좌') return undefined;
  if (payment.status === 'WAITING_FOR_DEPOSIT') {
    const isPart = body.cancelAmount !== undefined && body.cancelAmount < payment.balanceAmount;
    if (isPart) throw new Refused('NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT');
    return undefined;
  }
  return checkedAccount(call, body.refundReceiveAccount);
}

/** Checks the customer's account before anything is canceled (document 1 section 4). Throws Refused. */
async function checkedAccount(call: Call, account: Body['refundReceiveAccount']): Promise<RefundAccount> {
  // ASSUMED: the error code for a missing refund account is not published; the code for invalid account data fits best.
  if (!account) throw new Refused('INVALID_REFUND_ACCOUNT_INFO', { about: ['refundReceiveAccount'] });
  const bank = bankNamed(account.bank);
  if (!bank) throw new Refused('INVALID_BANK');
  const { accountNumber, holderName } = account;
  const traits = traitsOf(accountNumber);
  if (!traits.exists) throw new Refused('INVALID_REFUND_ACCOUNT_NUMBER');
  // ASSUMED: during the banks' nightly window a refund account cannot be checked either, like in the verification of
  // accounts.
  if (isDownForMaintenance(call)) throw new Refused('NOT_AVAILABLE_BANK');
  const isHeld = await isHeldBy(call, { bankCode: bank.code, accountNumber }, { holderName });
  if (!isHeld) throw new Refused('INVALID_REFUND_ACCOUNT_INFO');
  if (!traits.takesDeposits) throw new Refused('FORBIDDEN_BANK_REFUND_REQUEST');
  return { bankCode: bank.shortCode, accountNumber, holderName };
}
