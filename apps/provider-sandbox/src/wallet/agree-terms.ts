import type { agreeWalletTerms as contract, WalletScope } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import { minutesAfter } from '../payments/open-payment.js';
import type { Call } from '../world.js';
import { agreedTerms, termsFor } from './terms.js';
import { hashOf } from './tokens.js';

/** Records that a customer agrees to terms (document 2 section 4). Terms agreed to before need not be sent again. */
export const agreeWalletTerms: Handler<typeof contract> = async (call, { body }) => ({
  code: await agree(call, body.customerKey, body.scope, body.termsId ?? []),
});

// ASSUMED: a code is valid for ten minutes, like an authenticated payment; its lifetime is not published.
const CODE_MINUTES = 10;
const CODE_CHARACTERS = 32;

/**
 * Stores an agreement, and returns a code that can be exchanged for one access token. Throws Refused while mandatory
 * terms are missing.
 */
export async function agree(
  call: Call,
  customerKey: string,
  scope: readonly WalletScope[],
  ids: readonly number[],
): Promise<string> {
  const terms = termsFor(scope);
  const foreign = ids.find((id) => !terms.some((one) => one.id === id));
  if (foreign !== undefined) throw new Refused('NOT_FOUND_TERMS', { about: [String(foreign)] });
  const agreed = await agreedTerms(call.sql, customerKey);
  const missing = terms.find(({ id, required }) => required && !agreed.has(id) && !ids.includes(id));
  if (missing) throw new Refused('REQUIRED_TERMS_NOT_AGREED', { about: [`termsId: ${missing.id}`] });
  await call.sql.rows(
    `insert into wallet_agreement (customer_key, terms_id, agreed_at) select $1, unnest($2::int[]), $3
     on conflict (customer_key, terms_id) do nothing`,
    [customerKey, [...new Set(ids)], call.now],
  );
  return newCode(call, customerKey);
}

async function newCode({ sql, now }: Call, customerKey: string): Promise<string> {
  const code = randomText(CODE_CHARACTERS);
  await sql.rows(
    `with expired as (delete from wallet_code where expires_at <= $4)
     insert into wallet_code (code_hash, customer_key, expires_at) values ($1, $2, $3)`,
    [hashOf(code), customerKey, minutesAfter(now, CODE_MINUTES), now],
  );
  return code;
}

/** Uses up a code. Throws Refused for a code that is unknown, used, expired, or belongs to another customer. */
export async function redeemCode({ sql, now }: Call, customerKey: string, code: string): Promise<void> {
  const [found] = await sql.rows(
    'delete from wallet_code where code_hash = $1 and customer_key = $2 and expires_at > $3 returning 1',
    [hashOf(code), customerKey, now],
  );
  if (!found) throw new Refused('INVALID_AUTHORIZATION_CODE');
}
