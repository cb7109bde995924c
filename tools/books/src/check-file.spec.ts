import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBooks } from './run-books.js';

async function check(...args: string[]) {
  const printed: string[] = [];
  const exit = await runBooks(['check-file', ...args], { print: (line) => printed.push(line), say: () => undefined });
  return { exit, printed };
}

test('what is no archive is a failed check, and what is not there is a wrong argument', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-file-'));
  const file = join(folder, 'no.zip');
  await writeFile(file, 'no archive at all, and long enough to look for its end');
  expect(await check(file)).toEqual({ exit: 6, printed: [`BAD: ${file}: This is no ZIP archive`] });
  await rm(file);
  expect(await check(folder)).toEqual({ exit: 6, printed: ['BAD: manifest.json: is missing'] });
  expect((await check(file)).exit).toBe(2);
  expect((await check()).exit).toBe(2);
  await rm(folder, { recursive: true });
});
