import { fork } from 'node:child_process';
import { onShutdown, wholeEnvironment } from '@jeongsan/child-processes';

type Failed = Readonly<{ did: 'fail'; message: string }>;

/** A side in a process of its own: its CPU and memory are nobody else's. It takes one order after the other. */
export type SideChild<Order, Answer> = Readonly<{
  pid: number;
  /** Throws what went wrong there. */
  ask: (order: Order) => Promise<Exclude<Answer, Failed>>;
  stop: () => Promise<void>;
}>;

/** `name`: for the reader of a failure. `env`: settings of its environment beside those of this process. */
export function startSideChild<Order extends object, Answer extends { did: string }>(
  entry: string,
  { name, env = {} }: { name: string; env?: Readonly<Record<string, string>> },
): SideChild<Order, Answer> {
  const child = fork(entry, { serialization: 'advanced', env: wholeEnvironment(env) });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    forget();
  };
  const forget = onShutdown(stop);
  const ask = (order: Order): Promise<Exclude<Answer, Failed>> =>
    new Promise((done, fail) => {
      const gone = (): void => fail(new Error(`The ${name} ended by itself`));
      child.once('exit', gone);
      child.once('message', (answer: Exclude<Answer, Failed> | Failed) => {
        child.off('exit', gone);
        if (isFailed(answer)) fail(new Error(`The ${name} failed: ${answer.message}`));
        else done(answer);
      });
      child.send(order);
    });
  return { pid: child.pid ?? 0, ask, stop };
}

const isFailed = (answer: { did: string }): answer is Failed => answer.did === 'fail';

/** The other end of it: follows the orders of whoever started this process, until that one is gone. */
export function followOrders<Order, Answer>(follow: (order: Order) => Promise<Answer>): void {
  process.on('message', (order: Order) => {
    void follow(order)
      .catch((error: Error): Failed => ({ did: 'fail', message: error.stack ?? error.message }))
      .then((answer) => process.send?.(answer));
  });
  // Whoever started this is gone: nobody wants the answer any more.
  process.on('disconnect', () => process.exit(0));
}
