import {
  bankNamed,
  cardIssuerNamed,
  type ProviderErrorCode,
  walletCustomerLifecycle,
} from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { isErrorCode } from '../api/refused.js';
import { randomDigits } from '../ids.js';
import { stepOf } from '../lifecycle.js';
import { agree } from '../wallet/agree-terms.js';
import { announceCustomer, announceMethods } from '../wallet/announce.js';
import { accountAppearance, cardAppearance } from '../wallet/appearance.js';
import { CUSTOMER_COLUMNS, customerOf, type CustomerRow, lockCustomer } from '../wallet/customer.js';
import { accountOf, cardOf } from '../wallet/method.js';
import { registerAccount, registerCard } from '../wallet/register-method.js';
import { withdraw } from '../wallet/remove-customer.js';
import { termsFor } from '../wallet/terms.js';
import { walletOffers } from '../wallet/wallet-offers.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { invalid, notFound, notPossible } from './control-refusals.js';

/** Checks that the error code ordered by a test exists. Throws for one that does not. */
export function outcomeOf(refuseWith: string | undefined): ProviderErrorCode | undefined {
  if (refuseWith === undefined || isErrorCode(refuseWith)) return refuseWith;
  throw invalid(`${refuseWith} is no error code of the provider`);
}

export async function customerNamed({ sql }: Call, customerKey: string): Promise<CustomerRow> {
  const customer = await lockCustomer(sql, customerKey);
  if (!customer) throw notFound('such customer of the wallet');
  return customer;
}

export const authorizeWalletCustomer: ControlHandler<typeof contract.authorizeWalletCustomer> = async (
  call,
  { params, body },
) => {
  const ids = termsFor(body.scope).map(({ id }) => id);
  return { code: await agree(call, params.customerKey, body.scope, ids) };
};

export const readWalletCustomer: ControlHandler<typeof contract.readWalletCustomer> = async ({ sql }, { params }) => {
  const [latest] = await sql.rows<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from wallet_customer where customer_key = $1 order by id desc limit 1`,
    [params.customerKey],
  );
  if (!latest) throw notFound('such customer of the wallet');
  return customerOf(latest);
};

export const changeWalletCustomer: ControlHandler<typeof contract.changeWalletCustomer> = async (
  call,
  { params, body },
) => {
  const customer = await customerNamed(call, params.customerKey);
  const changed: CustomerRow = {
    ...customer,
    status: statusAfter(customer, body.isOnHold),
    isIdentified: body.isIdentified ?? customer.isIdentified,
    isOneTouch: body.isOneTouch ?? customer.isOneTouch,
  };
  await call.sql.rows('update wallet_customer set status = $2, is_identified = $3, is_one_touch = $4 where id = $1', [
    changed.id,
    changed.status,
    changed.isIdentified,
    changed.isOneTouch,
  ]);
  const { customerKey } = changed;
  if (body.changesPassword) await announceCustomer(call, customerKey, 'PASSWORD_CHANGED');
  if (changed.isOneTouch !== customer.isOneTouch) {
    await announceCustomer(call, customerKey, changed.isOneTouch ? 'ONE_TOUCH_ACTIVATED' : 'ONE_TOUCH_DEACTIVATED');
  }
  return customerOf(changed);
};

function statusAfter({ status }: CustomerRow, isOnHold: boolean | undefined): CustomerRow['status'] {
  if (isOnHold === undefined) return status;
  const next = stepOf(walletCustomerLifecycle, status, isOnHold ? 'hold' : 'release');
  if (next === undefined) throw notPossible(`The customer is already ${status}`);
  return next;
}

export const withdrawWalletCustomer: ControlHandler<typeof contract.withdrawWalletCustomer> = async (
  call,
  { params },
) => customerOf(await withdraw(call, await customerNamed(call, params.customerKey)));

export const registerWalletCard: ControlHandler<typeof contract.registerWalletCard> = async (
  call,
  { params, body },
) => {
  const { issuerCode = '41', cardNumber = `9410${randomDigits(12)}`, cardType = '신용', ownerType = '개인' } = body;
  if (!cardIssuerNamed(issuerCode)) throw invalid(`No card company has the code ${issuerCode}`);
  const customer = await customerNamed(call, params.customerKey);
  const card = await registerCard(call, customer, {
    institution: issuerCode,
    number: `${cardNumber.slice(0, 8)}****${cardNumber.slice(12, -1)}*`,
    cardType,
    ownerType,
    alias: body.alias ?? cardAppearance(issuerCode).name,
    refuseWith: outcomeOf(body.refuseWith),
  });
  return cardOf(card, await walletOffers(call), call.world);
};

export const registerWalletAccount: ControlHandler<typeof contract.registerWalletAccount> = async (
  call,
  { params, body },
) => {
  const { bankCode = '92', accountNumber = `1000${randomDigits(8)}` } = body;
  const bank = bankNamed(bankCode);
  if (!bank) throw invalid(`No bank has the code ${bankCode}`);
  const customer = await customerNamed(call, params.customerKey);
  const account = await registerAccount(call, customer, {
    institution: bank.shortCode,
    number: `${accountNumber.slice(0, 4)}****${accountNumber.slice(-3)}`,
    alias: body.alias ?? accountAppearance(bank.shortCode).name,
    refuseWith: outcomeOf(body.refuseWith),
  });
  return accountOf(account, await walletOffers(call), call.world);
};

export const renameWalletMethod: ControlHandler<typeof contract.renameWalletMethod> = async (
  call,
  { params, body },
) => {
  const [renamed] = await call.sql.rows<{ customerKey: string }>(
    `update wallet_method set alias = $2 from wallet_customer where method_key = $1 and wallet_method.status = 'ENABLED'
       and wallet_customer.id = customer_id returning customer_key as "customerKey"`,
    [params.methodKey, body.alias],
  );
  if (!renamed) throw notFound('such method');
  await announceMethods(call, renamed.customerKey, [params.methodKey], 'ALIAS_UPDATED');
  return { methodKey: params.methodKey, alias: body.alias };
};
