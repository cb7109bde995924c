import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { isDataSealed, type DataSeal } from '@jeongsan/jwe';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The purposes that an endpoint's secrets are sealed for; both name the endpoint. */
export const secretOf = (endpointId: string): string => `webhooks.endpoint.secret_sealed/${endpointId}`;
export const earlierSecretOf = (endpointId: string): string => `webhooks.endpoint.earlier_secret_sealed/${endpointId}`;

/** Seals an endpoint's secret for the database. */
export const sealSecret = (endpointId: string, secret: string, seal: DataSeal): string =>
  seal.seal(secretOf(endpointId), secret);

/** Seals the secret that a rotation has replaced. */
export const sealEarlierSecret = (endpointId: string, secret: string, seal: DataSeal): string =>
  seal.seal(earlierSecretOf(endpointId), secret);

/** The secret of an endpoint as it was shown. */
export const openSecret = async (endpointId: string, sealed: string, seal: DataSeal): Promise<string> =>
  isDataSealed(sealed) ? seal.open(secretOf(endpointId), sealed) : seal.openEarlier(sealed);

/** The secret that a rotation has replaced. */
export const openEarlierSecret = (endpointId: string, sealed: string, seal: DataSeal): string =>
  seal.open(earlierSecretOf(endpointId), sealed);

/** `isHex`: shown by a release before Standard Webhooks, as 64 hex characters. */
export type SigningKey = Readonly<{ secret: KeyObject; isHex: boolean }>;

/** The key that a secret stands for. */
export function signingKey(secret: string): SigningKey {
  const isHex = !secret.startsWith(PREFIX);
  const bytes = isHex ? Buffer.from(secret, 'hex') : Buffer.from(secret.slice(PREFIX.length), 'base64');
  return { secret: createSecretKey(bytes), isHex };
}
