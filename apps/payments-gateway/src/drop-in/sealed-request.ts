import { JweError, open, parseSecurityKey, seal } from '@jeongsan/jwe';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER } from '@jeongsan/provider-contract';
import type { Answer, Arrived, DropIn } from './arrived.js';

const TEXT_BYTES_MAX = 2 * 1024 * 1024;

/** Whether the caller encrypts request and answer (document 2 section 5). */
export const isSealed = ({ headers }: Arrived): boolean => headers[SECURITY_MODE_HEADER] === SECURITY_MODE_ENCRYPTION;

/** The JSON of a request's body, opened if it was sealed; undefined: it cannot be read, and the provider will say so. */
export async function jsonOf(dropIn: DropIn, arrived: Arrived): Promise<unknown> {
  if (!Buffer.isBuffer(arrived.body)) return undefined;
  return readable(dropIn, arrived.body.toString('utf8'), isSealed(arrived));
}

/** The JSON of the provider's answer, opened if it is sealed; undefined: it cannot be read. */
export async function jsonOfAnswer(dropIn: DropIn, { body }: Answer): Promise<unknown> {
  const text = body.toString('utf8').trim();
  return readable(dropIn, text, text.startsWith('ey'));
}

async function readable(dropIn: DropIn, text: string, sealed: boolean): Promise<unknown> {
  try {
    return JSON.parse(sealed ? await opened(dropIn, text) : text) as unknown;
  } catch (error) {
    if (error instanceof JweError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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
