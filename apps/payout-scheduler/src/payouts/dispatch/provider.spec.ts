import type { Send } from '@jeongsan/http-contract';
import { askingFirst } from './provider.js';

const LONG_MS = 1_200;
/** Blocks the whole process, timers included, like a frozen machine. */
const freeze = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The number of permissions asked for until the bytes were sent, and the result. */
async function asking(leave: (time: number) => Promise<void>) {
  const seen: string[] = [];
  const send = askingFirst((async () => void seen.push('sent')) as unknown as Send, () => {
    seen.push('asked');
    return leave(seen.length);
  });
  const error = await send({} as never).catch((e: unknown) => e);
  return { seen, error };
}

test('leave is asked for once, directly before the bytes', async () => {
  expect((await asking(async () => undefined)).seen).toEqual(['asked', 'sent']);
});

test('a process that was stopped after it got leave asks again', async () => {
  const { seen } = await asking(async (time) => {
    if (time === 1) freeze(LONG_MS);
  });
  expect(seen).toEqual(['asked', 'asked', 'sent']);
});

test('a process that lost its leave meanwhile sends nothing', async () => {
  const lost = new Error('taken over');
  const { seen, error } = await asking(async (time) => {
    if (time === 1) return freeze(LONG_MS);
    throw lost;
  });
  expect([seen, error]).toEqual([['asked', 'asked'], lost]);
});
