import type { Input } from '@jeongsan/http-contract';
import type { issueWalletToken, WalletScope } from '@jeongsan/provider-contract';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';
import { randomUUID } from 'node:crypto';
import type { Sandbox } from './sandbox.js';

export const newCustomerKey = (): string => `customer_${randomUUID().slice(0, 13)}`;
export const identity = { ci: 'ci+of/somebody==', mobilePhone: '01012345678', name: '김토근', rrn: '9001011' };

type Identity = NonNullable<Input<typeof issueWalletToken>['body']['customerIdentity']>;
type Card = Input<(typeof sandboxControlContract)['registerWalletCard']>['body'];
type Account = Input<(typeof sandboxControlContract)['registerWalletAccount']>['body'];

/** A code for a customer who agreed to all terms. */
export async function codeFor(sandbox: Sandbox, customerKey: string, scope: WalletScope[] = ['REGISTER', 'CARD']) {
  const terms = await sandbox.provider.listWalletTerms({ query: { customerKey, scope } });
  const termsId = terms.map(({ id }) => id);
  const { code } = await sandbox.provider.agreeWalletTerms({ body: { customerKey, scope, termsId } });
  return code;
}

/** A new customer of the wallet, with the call options for requests on its behalf. */
export async function joined(sandbox: Sandbox, customerKey = newCustomerKey(), customerIdentity?: Identity) {
  const code = await codeFor(sandbox, customerKey);
  const token = await sandbox.provider.issueWalletToken({
    body: { customerKey, grantType: 'AuthorizationCode', code, ...(customerIdentity && { customerIdentity }) },
  });
  return { customerKey, token, as: { accessToken: token.accessToken } };
}

export const withCard = (sandbox: Sandbox, customerKey: string, body: Card = {}) =>
  sandbox.control.registerWalletCard({ params: { customerKey }, body });
export const withAccount = (sandbox: Sandbox, customerKey: string, body: Account = {}) =>
  sandbox.control.registerWalletAccount({ params: { customerKey }, body });
