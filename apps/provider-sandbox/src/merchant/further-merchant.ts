import { parseSecurityKey } from '@jeongsan/jwe';
import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/sql.js';
import { apiKeyOf, type Env } from '../env.js';
import { randomText } from '../ids.js';

/** A merchant beside the first one, as stored. Security keys are 64 hex characters each, newest first. */
export type FurtherMerchant = Readonly<{
  mId: string;
  secretKeys: readonly string[];
  securityKeys: readonly string[];
  purposes: readonly string[];
}>;

const SECRET_KEY_CHARACTERS = 32;
const SECURITY_KEY_BYTES = 32;

export const newSecretKey = (): string => `test_sk_${randomText(SECRET_KEY_CHARACTERS)}`;
export const newSecurityKey = (): string => randomBytes(SECURITY_KEY_BYTES).toString('hex');

/** The schema that holds a merchant's tables. An mId consists of letters, digits and underscores. */
export const schemaOf = (mId: string): string => `merchant_${mId}`;

/** The settings of the process with the merchant's own mId and keys. */
export const envOf = (env: Env, { mId, ...keys }: FurtherMerchant): Env => ({ ...env, M_ID: mId, ...keysOf(keys) });

export const keysOf = ({ secretKeys, securityKeys }: Pick<FurtherMerchant, 'secretKeys' | 'securityKeys'>) => ({
  SECRET_KEYS: secretKeys.map((key) => apiKeyOf(key)),
  SECURITY_KEYS: securityKeys.map(parseSecurityKey),
});

const COLUMNS = 'm_id as "mId", secret_keys as "secretKeys", security_keys as "securityKeys", purposes';

/** The further merchants, oldest first. */
export const storedMerchants = (sql: Sql): Promise<FurtherMerchant[]> =>
  sql.rows<FurtherMerchant>(`select ${COLUMNS} from further_merchant order by seq`);

/** Stores a merchant and creates its schema. Returns false if the mId is taken. */
export async function storeMerchant(sql: Sql, merchant: FurtherMerchant): Promise<boolean> {
  const { mId, secretKeys, securityKeys, purposes } = merchant;
  const [stored] = await sql.rows(
    `insert into further_merchant (m_id, secret_keys, security_keys, purposes) values ($1, $2, $3, $4)
     on conflict (m_id) do nothing returning m_id`,
    [mId, secretKeys, securityKeys, purposes],
  );
  if (stored) await sql.rows(`create schema if not exists "${schemaOf(mId)}"`);
  return stored !== undefined;
}

export async function storeKeys(sql: Sql, { mId, secretKeys, securityKeys }: FurtherMerchant): Promise<void> {
  await sql.rows('update further_merchant set secret_keys = $2, security_keys = $3 where m_id = $1', [
    mId,
    secretKeys,
    securityKeys,
  ]);
}
