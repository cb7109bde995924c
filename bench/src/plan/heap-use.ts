import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Heap } from './side-order.js';

const SAMPLE_MS = 50;

/** Watches this process's heap from now on, until asked what it held. */
export function watchHeap(): () => Heap {
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    sample();
    collectGarbage();
    return { peak, kept: process.memoryUsage().heapUsed };
  };
}

/** Between rounds only: what is measured is collected when V8 finds it right, as in production. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
