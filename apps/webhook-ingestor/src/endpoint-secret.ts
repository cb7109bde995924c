import { isDataSealed, parseSecurityKey, type DataSeal, type SecurityKey } from '@jeongsan/jwe';

/** What an endpoint's secret is sealed for. */
export const secretOf = (endpointId: string): string => `webhooks.endpoint.secret_sealed/${endpointId}`;

/** An endpoint's secret, 64 hex characters, as the database keeps it. */
export const sealSecret = (endpointId: string, secret: string, seal: DataSeal): string =>
  seal.seal(secretOf(endpointId), secret);

/** The key an endpoint's events are signed with. */
export async function openSecret(endpointId: string, sealed: string, seal: DataSeal): Promise<SecurityKey> {
  return parseSecurityKey(
    isDataSealed(sealed) ? seal.open(secretOf(endpointId), sealed) : await seal.openEarlier(sealed),
  );
}
