import type { Send } from '@jeongsan/http-contract';

/** One request to the provider that ended: a repeated call is several. */
export type Exchange = Readonly<{
  /** Method and path of the operation, with its parameters by name: `GET /v1/payments/{paymentKey}`. */
  operation: string;
  /** The status of the answer; undefined: none came. */
  status: number | undefined;
  /** Milliseconds from the request to the end of its answer. */
  ms: number;
}>;
export type OnExchange = (exchange: Exchange) => void;

/** Wraps a Send: reports each exchange after its end. An error that `onExchange` throws is dropped: the provider has acted. */
export const observed =
  (send: Send, onExchange: OnExchange): Send =>
  async (request) => {
    const begun = performance.now();
    let status: number | undefined;
    try {
      const reply = await send(request);
      status = reply.status;
      return reply;
    } finally {
      const { method, path } = request.endpoint;
      report(onExchange, { operation: `${method} ${path}`, status, ms: performance.now() - begun });
    }
  };

function report(onExchange: OnExchange, exchange: Exchange): void {
  try {
    onExchange(exchange);
  } catch {
    // Dropped, as the option says.
  }
}
