import {
  isBefore,
  type issueBillingKey as contract,
  type issueBillingKeyByCard as cardContract,
  type issueBillingKeyByPath as pathContract,
} from '@jeongsan/provider-contract';
import type { Output } from '@jeongsan/http-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { versionOf } from '../api/versions/version-of.js';
import { checkCard } from '../payments/card-checks.js';
import type { Call } from '../world.js';
import { ACCOUNTS_SINCE, insertBillingKey, RegisteredMethod } from './billing-key.js';
import { assertCustomerKey } from './customer-key.js';
import { registeredCard } from './registered-card.js';

/** Issues a billing key for card data that the merchant sends (document 1 section 4). */
export const issueBillingKeyByCard: Handler<typeof cardContract> = async (call, { body }) => {
  assertContract(call);
  assertCustomerKey(call.world, body.customerKey);
  const card = checkCard({ ...body, cardPassword: body.cardPassword ?? undefined }, call.now);
  const validThrough = `20${body.cardExpirationYear}-${body.cardExpirationMonth}`;
  return insertBillingKey(call, body.customerKey, registeredCard(card, body.cardNumber, validThrough));
};

/** Issues a billing key after the buyer went through the registration window. */
export const issueBillingKey: Handler<typeof contract> = (call, { body }) => redeem(call, body);

export const issueBillingKeyByPath: Handler<typeof pathContract> = (call, { params, body }) =>
  redeem(call, { ...params, ...body });

type Registration = { customerKey: string; method: unknown; usedAt: Date | null; expiresAt: Date };

async function redeem(
  call: Call,
  { authKey, customerKey }: { authKey: string; customerKey: string },
): Promise<Output<typeof contract>> {
  assertContract(call);
  assertCustomerKey(call.world, customerKey);
  const [found] = await call.sql.rows<Registration>(
    `select customer_key as "customerKey", method, used_at as "usedAt", expires_at as "expiresAt"
     from billing_registration where auth_key = $1 for update`,
    [authKey],
  );
  const isGood = found !== undefined && found.usedAt === null && call.now < found.expiresAt;
  if (!isGood) throw new Refused('INVALID_BILLING_AUTH');
  // ASSUMED: the error code for another customer's authKey is not published; the authKey stays valid for its own
  // customer.
  if (found.customerKey !== customerKey) throw new Refused('INVALID_CUSTOMER_KEY');
  const method = RegisteredMethod.parse(found.method);
  // ASSUMED: a key of a version without accounts cannot exchange the authKey of an account; the authKey stays valid.
  if (method.method === '계좌이체' && isBefore(versionOf(call), ACCOUNTS_SINCE)) {
    throw new Refused('NOT_SUPPORTED_METHOD');
  }
  await call.sql.rows('update billing_registration set used_at = $2 where auth_key = $1', [authKey, call.now]);
  return insertBillingKey(call, customerKey, method);
}

/** Throws Refused for a merchant without the billing contract (document 1 section 1). */
function assertContract({ world }: Call): void {
  if (!world.merchant.settings.hasBillingContract) throw new Refused('NOT_SUPPORTED_METHOD');
}
