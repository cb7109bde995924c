import { CallError, type CallOptions, replyBytes, replyOf, type WireReply } from '@jeongsan/http-contract';
import { TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { Gateway } from '../gateway.js';
import { type Answer, type Arrived, headersOf } from './arrived.js';

/** A gateway for one request: its calls speak the caller's language, and their answers can be passed on as bytes. */
export type GatewayForCaller = Readonly<{
  gateway: Gateway;
  /** The bytes from which an answer was read. Throws if the answer is not of this gateway's provider. */
  bytesOf: (answer: object) => Answer;
  /** The bytes of the provider's latest refusal, if that refusal had the code. */
  refusalWith: (code: string) => Answer | undefined;
}>;

/** The provider's headers that a typed call takes over from the request. The Idempotency-Key is the gateway's own. */
const OWN_WORDS = ['accept-language', TEST_CODE_HEADER, 'traceparent', 'tracestate', 'x-request-id'];

export function asCaller(gateway: Gateway, { headers }: Arrived): GatewayForCaller {
  let refused: CallError | undefined;
  const own: CallOptions = { headers: headersOf(headers, OWN_WORDS), keepsReply: true };
  const noting =
    <I, O>(call: (input: I, options?: CallOptions) => Promise<O>) =>
    (input: I, options: CallOptions = {}): Promise<O> =>
      call(input, { ...own, ...options }).catch((error: unknown) => {
        if (error instanceof CallError) refused = error;
        throw error;
      });
  const { confirmPayment, cancelPayment, getPayment } = gateway.provider;
  const provider = {
    ...gateway.provider,
    confirmPayment: noting(confirmPayment),
    cancelPayment: noting(cancelPayment),
    getPayment: noting(getPayment),
  };
  const bytesOf = (answer: object): Answer => {
    const reply = replyOf(answer);
    if (!reply) throw new Error('The answer was not read from a reply of the provider');
    return answerFrom(reply, headers['idempotency-key']);
  };
  return {
    gateway: { ...gateway, provider },
    bytesOf,
    refusalWith: (code) => (refused?.code === code && replyOf(refused) ? bytesOf(refused) : undefined),
  };
}

const ANSWERED = ['content-type', 'content-language', 'x-tosspayments-trace-id'];

/** The provider's reply with the caller's Idempotency-Key: the provider echoes the key that the gateway sent. */
function answerFrom(reply: WireReply, key: string | string[] | undefined): Answer {
  const echoed = typeof key === 'string' ? { 'idempotency-key': key } : {};
  return {
    status: reply.status,
    headers: { ...headersOf(reply.headers, ANSWERED), ...echoed },
    body: Buffer.from(replyBytes(reply)),
  };
}
