import { isDataSealed, parseSecurityKey, type DataSeal, type SecurityKey } from '@jeongsan/jwe';

/** The purpose that an endpoint's secret is sealed for; it names the endpoint. */
export const secretOf = (endpointId: string): string => `webhooks.endpoint.secret_sealed/${endpointId}`;

/** Seals an endpoint's secret (64 hex characters) for the database. */
export const sealSecret = (endpointId: string, secret: string, seal: DataSeal): string =>
  seal.seal(secretOf(endpointId), secret);

/** Opens the key with which the events for an endpoint are signed. */
export async function openSecret(endpointId: string, sealed: string, seal: DataSeal): Promise<SecurityKey> {
  return parseSecurityKey(
    isDataSealed(sealed) ? seal.open(secretOf(endpointId), sealed) : await seal.openEarlier(sealed),
  );
}
