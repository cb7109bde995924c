import type { Input } from '@jeongsan/http-contract';
import type { issueWalletToken as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { redeemCode } from './agree-terms.js';
import { announceCustomer } from './announce.js';
import { CUSTOMER_COLUMNS, type CustomerRow, lockCustomer } from './customer.js';
import { hashOf, knownTokens, newTokens, TOKEN_SECONDS, type Tokens } from './tokens.js';

type Body = Input<typeof contract>['body'];

/**
 * Issues a token to a new customer, extends an existing one, or exchanges a refresh token for new tokens (document 2
 * section 4).
 */
export const issueWalletToken: Handler<typeof contract> = async (call, { body }) => {
  const tokens = body.grantType === 'RefreshToken' ? await refreshed(call, body) : await authorized(call, body);
  return {
    accessToken: tokens.accessToken,
    tokenType: 'bearer',
    refreshToken: tokens.refreshToken,
    expiresIn: TOKEN_SECONDS,
  };
};

async function authorized(call: Call, body: Extract<Body, { grantType: 'AuthorizationCode' }>): Promise<Tokens> {
  await redeemCode(call, body.customerKey, body.code);
  const created = newTokens(call.world.env);
  if (await insertCustomer(call, body, created)) {
    await announceCustomer(call, body.customerKey, 'CREATED');
    return created;
  }
  const customer = await lockCustomer(call.sql, body.customerKey);
  if (!customer) throw new Refused('NOT_FOUND_CUSTOMER');
  return extend(call, customer, body, knownTokens(call.world.env, customer) ?? created);
}

async function refreshed(call: Call, body: Extract<Body, { grantType: 'RefreshToken' }>): Promise<Tokens> {
  const customer = await lockCustomer(call.sql, body.customerKey);
  if (!customer) throw new Refused('NOT_FOUND_CUSTOMER');
  // ASSUMED: a refresh token is valid until it is used or its customer withdraws.
  const [matching] = await call.sql.rows('select 1 from wallet_customer where id = $1 and refresh_token_hash = $2', [
    customer.id,
    hashOf(body.refreshToken),
  ]);
  if (!matching) throw new Refused('INVALID_REFRESH_TOKEN');
  return extend(call, customer, body, newTokens(call.world.env));
}

/** Whether all fields of customerIdentity are given: only then do they identify a customer (document 2 section 2.3). */
const isIdentified = ({ customerIdentity: given }: Body): boolean =>
  [given?.ci, given?.mobilePhone, given?.name, given?.rrn].every((field) => field !== undefined);

const INSERT = statement(`
  insert into wallet_customer (customer_key, status, is_identified, is_test, token_seed, access_token_hash, refresh_token_hash,
    token_expires_at, created_at)
  values (:customerKey, 'CREATED', :isIdentified, :isTest, :seed, :accessTokenHash, :refreshTokenHash, :expiresAt, :createdAt)
  on conflict (customer_key) where status <> 'REMOVED' do nothing returning ${CUSTOMER_COLUMNS}`);

/** Inserts a customer. Returns false if it exists. */
async function insertCustomer(call: Call, body: Body, tokens: Tokens): Promise<boolean> {
  const rows = await INSERT.rows<CustomerRow>(call.sql, {
    customerKey: body.customerKey,
    isIdentified: isIdentified(body),
    isTest: isTestCall(call),
    seed: tokens.seed,
    accessTokenHash: hashOf(tokens.accessToken),
    refreshTokenHash: hashOf(tokens.refreshToken),
    expiresAt: expiryOf(call),
    createdAt: call.now,
  });
  return rows.length > 0;
}

const EXTEND = statement(`
  update wallet_customer set is_identified = is_identified or :isIdentified, is_test = :isTest, token_seed = :seed,
    access_token_hash = :accessTokenHash,
  refresh_token_hash = :refreshTokenHash, token_expires_at = :expiresAt where id = :id`);

async function extend(call: Call, { id }: CustomerRow, body: Body, tokens: Tokens): Promise<Tokens> {
  await EXTEND.rows(call.sql, {
    id,
    isIdentified: isIdentified(body),
    isTest: isTestCall(call),
    seed: tokens.seed,
    accessTokenHash: hashOf(tokens.accessToken),
    refreshTokenHash: hashOf(tokens.refreshToken),
    expiresAt: expiryOf(call),
  });
  return tokens;
}

/** Whether calls with the token may order errors: yes if the token was issued to a test key. */
const isTestCall = ({ caller }: Call): boolean => caller?.isTest ?? false;
const expiryOf = ({ now }: Call): Date => new Date(now.getTime() + TOKEN_SECONDS * 1_000);
