import type { DataSeal } from '@jeongsan/jwe';

/** What a body is sealed for: its row, so that it opens in no other. */
const of = (dedupeKey: string): string => `webhooks.inbox/${dedupeKey}`;

/** A webhook's body as the database keeps it: names, e-mails, phones and accounts are in there. */
export const sealBody = (seal: DataSeal, dedupeKey: string, body: Uint8Array): string => seal.seal(of(dedupeKey), body);

/** The bytes as they were received. Throws JweError for what another key, or another row, sealed. */
export const openBody = (seal: DataSeal, dedupeKey: string, sealed: string): Buffer =>
  seal.openBytes(of(dedupeKey), sealed);

/** The id of the key that seals now: rows with another one are sealed again. */
export function keyIdOf({ mark }: Pick<DataSeal, 'mark'>): string {
  const { kid } = JSON.parse(Buffer.from(mark, 'base64url').toString()) as { kid: string };
  return kid;
}
