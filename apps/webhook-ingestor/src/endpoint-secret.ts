import { open, parseSecurityKey, seal, type SecurityKey } from '@jeongsan/jwe';

/** Keys that seal at rest, newest first. Injection token and type in one. */
export abstract class DataKeys {
  abstract readonly keys: readonly [SecurityKey, ...SecurityKey[]];
}

/** An endpoint's secret, 64 hex characters, as the database keeps it. */
export const sealSecret = (secret: string, { keys }: DataKeys, now: () => Date): Promise<string> =>
  seal(secret, keys[0], { now });

/** The key an endpoint's events are signed with. */
export async function openSecret(sealed: string, { keys }: DataKeys): Promise<SecurityKey> {
  const { text } = await open(sealed, keys);
  return parseSecurityKey(text);
}
