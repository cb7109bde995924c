import { runBooks } from './run-books.js';

// prettier-ignore
test.each([
  ['months retention 2026-05 --drop',                   'months retention takes no month'],
  ['months list 2026-05',                               'months list takes no month'],
  ['months reprove 2026-5 --alone',                        'Which month?'],
  ['partitions retention webhooks.inbox 2026-05 --days 9', 'partitions retention takes no month'],
  ['partitions list webhooks.inbox',                    'partitions list takes no table'],
  ['partitions make 2026-05',                           'partitions make takes no table'],
])('%s is a wrong argument', async (line, problem) => {
  const said: string[] = [];
  const exit = await runBooks(line.split(' '), { print: () => undefined, say: (text) => said.push(text) });
  expect({ exit, said: said.join() }).toEqual({ exit: 2, said: expect.stringContaining(problem) as string });
});
