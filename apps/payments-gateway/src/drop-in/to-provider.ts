import { isUnknownHere } from '@jeongsan/provider-client';
import { type Answer, type Arrived, type DropIn, outgoing } from './arrived.js';

/**
 * Passes a request on to the account that serves its operation. If that account has no such object, the market's other
 * accounts are asked in turn; if none has it, the answer is the first account's. A stream can be sent only once.
 */
export async function toProvider({ accounts, forward }: DropIn, arrived: Arrived): Promise<Answer> {
  const [first, ...others] = accounts.inTurn(arrived.operation.endpoint);
  const answer = await forward(outgoing(first, arrived));
  if (!Buffer.isBuffer(arrived.body)) return answer;
  for (let next = answer; isAboutNothing(next);) {
    const account = others.shift();
    if (!account) return answer;
    next = await forward(outgoing(account, arrived));
    if (!isAboutNothing(next)) return next;
  }
  return answer;
}

/** Whether a readable answer says that the account has no such object. */
function isAboutNothing({ status, body }: Answer): boolean {
  return status >= 400 && status < 500 && isUnknownHere(codeIn(body));
}

/** The error code in the readable body of a refusal, in either envelope; empty: there is none. */
export const codeIn = (body: Buffer): string => /"code":"([A-Z_]+)"/.exec(body.toString('utf8'))?.[1] ?? '';
