import { JweError, open, seal, type SecurityKey } from '@jeongsan/jwe';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER } from '@jeongsan/provider-contract';
import type { IncomingHttpHeaders } from 'node:http';
import { Refused } from './refused.js';

/**
 * The opened text of a request, and the key that seals its answer; without a key the answer is plain. `isSealed`: the
 * body came sealed with that key.
 */
export type OpenedRequest = Readonly<{ text: string; sealKey?: SecurityKey; isSealed?: boolean }>;

const TEXT_BYTES_MAX = 2 * 1024 * 1024;

/** Whether the caller asks for ENCRYPTION (document 2 section 5). */
export const wantsSealing = (headers: IncomingHttpHeaders): boolean =>
  headers[SECURITY_MODE_HEADER] === SECURITY_MODE_ENCRYPTION;

/**
 * Opens a sealed body with whichever of the keys fits; without a sealed body, the first key seals the answer. Throws
 * Refused for a plain body if the operation requires a sealed one.
 */
export async function openRequest(
  request: Readonly<{ headers: IncomingHttpHeaders; body: string; mustBeSealed: boolean }>,
  keys: readonly SecurityKey[],
): Promise<OpenedRequest> {
  const { headers, body, mustBeSealed } = request;
  const isText = /^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (wantsSealing(headers) && isText && body !== '') {
    const opened = await openSealed(body.trim(), keys);
    if (opened === undefined) throw new Refused('INVALID_ENCRYPTION');
    return opened;
  }
  if (mustBeSealed) throw new Refused('INVALID_ENCRYPTION');
  const [first] = keys;
  return wantsSealing(headers) && first ? { text: body, sealKey: first } : { text: body };
}

/** Opens a sealed text with any of the keys; undefined if none fits. */
export async function openSealed(token: string, keys: readonly SecurityKey[]): Promise<OpenedRequest | undefined> {
  for (const key of keys) {
    try {
      const { text } = await open(token, [key], {
        acceptCompressed: true,
        maxBytes: TEXT_BYTES_MAX,
        requireHeaderTimes: true,
      });
      return { text, sealKey: key, isSealed: true };
    } catch (error) {
      if (!(error instanceof JweError)) throw error;
      // Only a wrong key is worth trying the next one: any other defect stays the same.
      if (error.code !== 'key') break;
    }
  }
  return undefined;
}

export const sealAnswer = (text: string, key: SecurityKey, now: () => Date): Promise<string> =>
  seal(text, key, { now });
