import { Refusal } from '@jeongsan/http-contract';
import {
  type DropInMoneyOperation,
  dropInOwnApi,
  type DropInRefusedOperation,
  dropInTreatments,
  refuse,
} from '@jeongsan/platform-contract';
import { SECURITY_MODE_HEADER, TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { cancel } from './cancel.js';
import { cancelLinkOrder } from './cancel-link-order.js';
import { charge, create } from './charge.js';
import { confirm } from './confirm.js';
import { paymentFor } from './mask-answer.js';
import { codeIn, toProvider } from './to-provider.js';

type Handler = (dropIn: DropIn, arrived: Arrived) => Promise<Answer>;

/** The handler of each operation that moves money. */
const moneyHandlers = {
  createPayment: create,
  payByCardNumber: charge,
  confirmPayment: confirm,
  confirmPaymentByKey: confirm,
  cancelPayment: cancel,
  issueVirtualAccount: charge,
  chargeBilling: charge,
  confirmWalletPayment: charge,
  payByWallet: charge,
  cancelOrder: cancelLinkOrder,
} as const satisfies Record<DropInMoneyOperation, Handler>;

/** Answers one request at one of the provider's paths. Throws Refusals of our own. */
export async function answerTo(dropIn: DropIn, asked: Arrived): Promise<Answer> {
  const { name } = asked.operation;
  requirePlainPath(asked);
  const arrived = readable(asked);
  switch (dropInTreatments[name]) {
    case 'refused':
      throw refuse('USE_PLATFORM_API', dropInOwnApi[name as DropInRefusedOperation]);
    case 'money':
      return believable(
        arrived,
        paymentFor(arrived, await moneyHandlers[name as DropInMoneyOperation](dropIn, arrived)),
      );
    case 'passed':
      return believable(arrived, paymentFor(arrived, await toProvider(dropIn, arrived)));
  }
}

/** People get payments without their buyers' data, and a sealed answer could not be masked: they get plain ones. */
function readable(asked: Arrived): Arrived {
  if (asked.caller === undefined || asked.caller.roles.includes('market')) return asked;
  const { [SECURITY_MODE_HEADER]: _, ...plain } = asked.headers;
  return { ...asked, headers: plain };
}

/** Codes with which the provider refuses the platform's own key. */
const ABOUT_OUR_KEY: ReadonlySet<string> = new Set([
  'UNAUTHORIZED_KEY',
  'INVALID_API_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
]);

/** Throws for an answer that refuses the platform's key: the caller's own key is good, and only an operator can help. */
function believable({ operation, headers }: Arrived, answer: Answer): Answer {
  const isAboutKey = operation.endpoint.security === 'basic' && headers[TEST_CODE_HEADER] === undefined;
  if (!isAboutKey || ![400, 401, 403].includes(answer.status)) return answer;
  if (!ABOUT_OUR_KEY.has(codeIn(answer.body))) return answer;
  throw refuse('PROVIDER_UNAVAILABLE', 'The provider does not accept the key of the platform');
}

/**
 * Refuses ids that a server on the way could read as another path, for example `..%2F..%2Fv2%2Fpayouts`: the request carries the
 * platform's key. No id of the provider holds a slash.
 */
function requirePlainPath({ params }: Arrived): void {
  const isPlain = (value: string) => !/[/\\\u0000-\u001f]/.test(value) && !/^\.{1,2}$/.test(value);
  if (Object.values(params).every(isPlain)) return;
  throw new Refusal(400, 'INVALID_REQUEST', 'An id in the path holds characters of another path');
}
