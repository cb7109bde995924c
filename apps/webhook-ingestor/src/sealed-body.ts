import type { DataSeal } from '@jeongsan/jwe';

/** The purpose that a body is sealed for; it names the row, so a sealed body cannot be moved to another row. */
const of = (dedupeKey: string): string => `webhooks.inbox/${dedupeKey}`;

/** Seals a webhook's body for the database, because bodies hold names, e-mail addresses, phone and account numbers. */
export const sealBody = (seal: DataSeal, dedupeKey: string, body: Uint8Array): string => seal.seal(of(dedupeKey), body);

/** Returns the bytes as they were received. Throws JweError for a text sealed with another key or for another row. */
export const openBody = (seal: DataSeal, dedupeKey: string, sealed: string): Buffer =>
  seal.openBytes(of(dedupeKey), sealed);

/** The id of the key that seals now; rows sealed with another key are sealed again. */
export function keyIdOf({ mark }: Pick<DataSeal, 'mark'>): string {
  const { kid } = JSON.parse(Buffer.from(mark, 'base64url').toString()) as { kid: string };
  return kid;
}
