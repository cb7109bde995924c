import type { SecurityKey } from '@jeongsan/jwe';

/**
 * The security key with which each secret key sealed its last request. While two security keys are valid, a merchant
 * that still uses the old one can read the answers of requests that carry no sealed body, too.
 */
export class UsedSecurityKeys {
  private readonly keys = new Map<string, SecurityKey>();

  note(credential: string, key: SecurityKey): void {
    this.keys.set(credential, key);
  }

  // ASSUMED: a request without a sealed body (GET, DELETE, a POST without a body) is answered under the security key of
  // the caller's last sealed request since the sandbox started, and before the first such request under the newest key.
  /** The security keys in the order in which they fit the caller: the one used last, then newest first. */
  of(credential: string, newestFirst: readonly SecurityKey[]): readonly SecurityKey[] {
    const last = this.keys.get(credential);
    return last === undefined ? newestFirst : [last, ...newestFirst.filter((key) => key !== last)];
  }
}
