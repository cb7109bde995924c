import type { Gateway } from '../../gateway.js';

type Slow = Readonly<{
  gateway: Gateway;
  /** Resolves when the provider has answered and the answer is on its way. */
  answered: Promise<void>;
  /** Lets the answer arrive. */
  release: () => void;
}>;

/** A gateway whose first answer of the provider, or its first error, arrives late. */
function slowGateway(gateway: Gateway): Slow {
  const held = deferred();
  const answered = deferred();
  let calls = 0;
  const late =
    <A extends unknown[], O>(send: (...args: A) => Promise<O>) =>
    async (...args: A): Promise<O> => {
      const isFirst = (calls += 1) === 1;
      try {
        return await send(...args);
      } finally {
        if (isFirst) {
          answered.resolve();
          await held.promise;
        }
      }
    };
  const { confirmPayment, cancelPayment, getPayment, getPaymentByOrder, ...others } = gateway.provider;
  const provider = {
    ...others,
    confirmPayment: late(confirmPayment),
    cancelPayment: late(cancelPayment),
    getPayment: late(getPayment),
    getPaymentByOrder: late(getPaymentByOrder),
  };
  return { gateway: { ...gateway, provider }, answered: answered.promise, release: held.resolve };
}

type Deferred = Readonly<{ promise: Promise<void>; resolve: () => void }>;
function deferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Starts a request and returns when the provider has answered; the returned function lets the answer arrive. */
export async function startSlowly(
  gateway: Gateway,
  request: (slow: Gateway) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const slow = slowGateway(gateway);
  const running = request(slow.gateway);
  // A failure is thrown when the answer arrives.
  running.catch(() => undefined);
  await Promise.race([slow.answered, running]);
  return async () => {
    slow.release();
    await running;
  };
}
