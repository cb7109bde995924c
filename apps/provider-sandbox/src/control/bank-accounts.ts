import { bankNamed } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { describeAccount } from '../bank-accounts/holders.js';
import type { ControlHandler } from './control-handler.js';
import { invalid } from './control-refusals.js';

export const describeBankAccount: ControlHandler<typeof contract.describeBankAccount> = async ({ sql }, { body }) => {
  const bank = bankNamed(body.bank);
  if (!bank) throw invalid(`${body.bank} is no bank`);
  const { accountNumber, holderName, identityNumber } = body;
  await describeAccount(sql, { bankCode: bank.code, accountNumber }, { holderName, identityNumber });
  return body;
};
