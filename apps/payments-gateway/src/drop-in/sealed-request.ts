import { JweError, open, parseSecurityKey, seal } from '@jeongsan/jwe';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER } from '@jeongsan/provider-contract';
import type { Answer, Arrived, DropIn } from './arrived.js';

const TEXT_BYTES_MAX = 2 * 1024 * 1024;

/** Whether the caller encrypts request and answer (document 2 section 5). */
const isSealed = ({ headers }: Arrived): boolean => headers[SECURITY_MODE_HEADER] === SECURITY_MODE_ENCRYPTION;

/**
 * The JSON of a request's body, opened if it is sealed; undefined: it cannot be read, and the provider will say so. The text
 * decides, not the headers: a plain body whose answer is to be sealed is checked like any other.
 */
export async function jsonOf(dropIn: DropIn, { body }: Pick<Arrived, 'body'>): Promise<unknown> {
  return Buffer.isBuffer(body) ? jsonIn(dropIn, body) : undefined;
}

/** The JSON of the provider's answer, opened if it is sealed; undefined: it cannot be read. */
export const jsonOfAnswer = (dropIn: DropIn, { body }: Answer): Promise<unknown> => jsonIn(dropIn, body);

async function jsonIn(dropIn: DropIn, bytes: Buffer): Promise<unknown> {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(isSealedText(text) ? await opened(dropIn, text) : text) as unknown;
  } catch (error) {
    if (error instanceof JweError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a text looks like a compact JWE, whose header is a JSON object in base64url. */
export const isSealedText = (text: string): boolean => text.trimStart().startsWith('ey');

/** Seals an answer of ours for a caller who sealed the request. */
export async function sealedFor(dropIn: DropIn, arrived: Arrived, answer: Answer): Promise<Answer> {
  const [newest] = dropIn.accounts.accountFor(arrived.operation.endpoint).securityKeys;
  if (!isSealed(arrived) || newest === undefined) return answer;
  const text = await seal(answer.body.toString('utf8'), parseSecurityKey(newest), { now: dropIn.gateway.now });
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(text),
  };
}

async function opened({ accounts }: DropIn, text: string): Promise<string> {
  const [newest, ...older] = accounts.all.flatMap(({ securityKeys }) => securityKeys).map(parseSecurityKey);
  if (!newest) return text;
  return (await open(text.trim(), [newest, ...older], { maxBytes: TEXT_BYTES_MAX })).text;
}
