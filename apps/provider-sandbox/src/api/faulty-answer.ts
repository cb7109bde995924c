import { providerErrors } from '@jeongsan/provider-contract';
import type { CallFaultKind, FaultOrder } from '@jeongsan/sandbox-control';
import { randomBytes } from 'node:crypto';
import type { World } from '../world.js';
import type { Arrived, Given } from './answer.js';
import { fromTheStart, mangled } from './mangle.js';
import { printError } from './print.js';
import { isErrorCode, messageOf } from './refused.js';

/** The end of a request: an answer, or a connection closed without an answer. */
export type Fate = Given | 'dropped';

type Strike = Readonly<{ world: World; fault: FaultOrder; arrived: Arrived; ask: Ask }>;
type Ask = (instead?: Arrived) => Promise<Given>;

/** Answers a request that an ordered fault applies to. Each call of `ask` executes the request once more. */
export const faultyAnswer = (strike: Strike): Promise<Fate> => effects[strike.fault.kind as CallFaultKind](strike);

const effects: Readonly<Record<CallFaultKind, (strike: Strike) => Promise<Fate>>> = {
  delay: async ({ fault, ask }) => {
    const given = await ask();
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? DELAY_DEFAULT_MS));
    return given;
  },
  'drop-before-commit': async () => 'dropped',
  'drop-after-commit': async ({ ask }) => {
    await ask();
    return 'dropped';
  },
  error: async (strike) => {
    const { world, fault, arrived } = strike;
    return fault.variant ? mangled(world, orderedError(strike), fault, arrived) : orderedError(strike);
  },
  garbage: async ({ ask }) => ({ ...(await ask()), body: randomBytes(256).toString('latin1') }),
  mangle: async ({ world, fault, arrived, ask }) => {
    const asked = fault.variant === 'repeated-page' ? fromTheStart(arrived) : arrived;
    return mangled(world, await ask(asked), fault, arrived);
  },
  // Executes the request twice and returns the second answer, like a proxy that lost the first answer and repeated the
  // request.
  duplicate: async ({ ask }) => {
    await ask();
    return ask();
  },
  reorder: async ({ world, ask }) => {
    const given = await ask();
    await world.faults.heldReplies.wait();
    return given;
  },
  // The answer is complete; serve-provider.ts sends it byte by byte.
  drip: async ({ ask }) => ask(),
};

const DELAY_DEFAULT_MS = 1_000;

/** The status of the provider's code; 500 without a code, or for a code that the provider does not have. */
const statusOf = (code = ''): number => (isErrorCode(code) ? providerErrors[code].status : 500);

function orderedError({ world, fault, arrived }: Strike): Given {
  const status = fault.status ?? statusOf(fault.code);
  const code = fault.code ?? (status === 429 ? 'TOO_MANY_REQUESTS' : 'FAILED_INTERNAL_SYSTEM_PROCESSING');
  const message = isErrorCode(code) ? messageOf(code, arrived.headers['accept-language']) : code;
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: printError(arrived.url, { code, message }, world.merchant.apiVersion, arrived.traceId),
    traceId: arrived.traceId,
  };
}
