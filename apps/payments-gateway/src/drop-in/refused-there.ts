import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '@jeongsan/provider-contract';
import type { Arrived, DropIn } from './arrived.js';
import { isSealedText } from './sealed-request.js';
import { asksForTestCode } from './test-code.js';

/**
 * Whether the provider refuses the request whatever its body says: a test code was asked for, the content type is none that it
 * reads, or the Idempotency-Key is too long. Such a request goes on as it is, and the refusal is the provider's.
 */
export function isRefusedThere(dropIn: DropIn, arrived: Arrived): boolean {
  const { headers } = arrived;
  const key = headers['idempotency-key'];
  const isKeyTooLong = typeof key === 'string' && key.length > IDEMPOTENCY_KEY_CHARACTERS_MAX;
  return asksForTestCode(dropIn, arrived) || !isTypeRead(arrived) || isKeyTooLong;
}

/** The provider reads JSON, and texts that are sealed. */
function isTypeRead({ headers, body }: Arrived): boolean {
  const type = headers['content-type'] ?? '';
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) return true;
  return /^text\/plain\s*(;|$)/i.test(type) && Buffer.isBuffer(body) && isSealedText(body.toString('utf8'));
}
