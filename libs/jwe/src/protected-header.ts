import { z } from 'zod';
import { isHeaderTime } from './header-time.js';
import { JweError } from './jwe-error.js';

/** The only accepted algorithm: the shared key (`dir`) with AES-256-GCM. A token cannot select another. */
export const ALG = 'dir';
export const ENC = 'A256GCM';

const HEADER_CHARACTERS_MAX = 4096;
const Members = z.record(z.string(), z.unknown());
const Times = z.object({ iat: z.string().max(64).refine(isHeaderTime), nonce: z.string().min(1).max(256) });

export type OpenedHeader = Readonly<{ iat?: string; nonce?: string }>;
export type HeaderRules = Readonly<{ acceptCompressed: boolean; requireHeaderTimes: boolean }>;

/** Checks the header before anything is decrypted, and refuses members that our own tokens never have. */
export function readHeader(encoded: string, rules: HeaderRules): { header: OpenedHeader; isCompressed: boolean } {
  const members = parseMembers(encoded);
  if (members['alg'] !== ALG || members['enc'] !== ENC) {
    throw new JweError('algorithm', `Only ${ALG} with ${ENC} is opened`);
  }
  // Unknown members such as kid are harmless; `crit` requires that a named member is understood, and none is.
  if ('crit' in members) throw new JweError('header', 'The header demands extensions');
  const isCompressed = 'zip' in members;
  if (isCompressed && !(rules.acceptCompressed && members['zip'] === 'DEF')) {
    throw new JweError('algorithm', 'This compression is not accepted');
  }
  if (rules.requireHeaderTimes && !Times.safeParse(members).success) {
    throw new JweError('header', 'The header lacks a valid iat or nonce');
  }
  return { header: textsOf(members), isCompressed };
}

function parseMembers(encoded: string): Record<string, unknown> {
  if (encoded.length > HEADER_CHARACTERS_MAX) throw new JweError('too-large', 'The header is too large');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeStrictly(encoded));
    const members = Members.parse(JSON.parse(text));
    // A duplicate member is refused: two parsers may read different values.
    if (topLevelMembers(text) === Object.keys(members).length) return members;
  } catch {
    // Every invalid byte sequence gives the same error.
  }
  throw new JweError('malformed', 'The header is not a JSON object with distinct members');
}

/** Decodes canonical base64url: no padding, no other alphabet, no unused bits. */
export function decodeStrictly(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw new JweError('malformed', 'A part is not canonical base64url');
  return bytes;
}

function topLevelMembers(json: string): number {
  let depth = 0;
  let members = 0;
  for (const character of json.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':' && depth === 1) members += 1;
  }
  return members;
}

function textsOf({ iat, nonce }: Record<string, unknown>): OpenedHeader {
  return { ...(typeof iat === 'string' && { iat }), ...(typeof nonce === 'string' && { nonce }) };
}
