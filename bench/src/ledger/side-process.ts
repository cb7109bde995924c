import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { onShutdown } from '@jeongsan/stack';
import type { Load, LoadSize } from '../harness/load.js';
import type { SideAnswer, SideOrder, SideSetup } from './side-order.js';

const ENTRY = resolve(import.meta.dirname, 'side.main.js');

/** A side in a process of its own: its CPU and memory are nobody else's. */
export type SideProcess = Readonly<{ pid: number; load: (size: LoadSize) => Promise<Load>; stop: () => Promise<void> }>;

export async function startSide(setup: SideSetup): Promise<SideProcess> {
  const child = fork(ENTRY, { serialization: 'advanced' });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    forget();
  };
  const forget = onShutdown(stop);
  const ask = (order: SideOrder): Promise<SideAnswer> =>
    new Promise((done, fail) => {
      const gone = (): void => fail(new Error(`The ${setup.kind} ended by itself`));
      child.once('exit', gone);
      child.once('message', (answer: SideAnswer) => {
        child.off('exit', gone);
        if (answer.did === 'fail') fail(new Error(`The ${setup.kind} failed: ${answer.message}`));
        else done(answer);
      });
      child.send(order);
    });
  await ask({ do: 'open', setup });
  return {
    pid: child.pid ?? 0,
    load: async (size) => {
      const answer = await ask({ do: 'load', size });
      if (answer.did !== 'load') throw new Error(`Expected a load, not ${answer.did}`);
      return answer.load;
    },
    stop,
  };
}
