import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signingKey } from '@jeongsan/books';
import { publishedKeysIn } from './published-keys.js';
import { runBooks } from './run-books.js';

const { publicKey } = signingKey('7'.repeat(64));
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  file = join(folder, 'keys.json');
});
afterAll(() => rm(folder, { recursive: true }));

// prettier-ignore
test.each([
  ['an object without keys', {}],
  ['a list without a key',   { keys: [] }],
  ['a single key',           publicKey],
  ['an error',               { error: { code: 'FORBIDDEN', message: 'no' } }],
  ['a bare array',           [publicKey]],
  ['nothing',                null],
  ['something else as key',  { keys: [null] }],
])('%s is a wrong argument that names the file', async (_, content) => {
  await writeFile(file, JSON.stringify(content));
  const said: string[] = [];
  const exit = await runBooks(['verify', '--keys', file], { print: () => undefined, say: (line) => said.push(line) });
  expect(exit).toBe(2);
  expect(said.join()).toContain(`--keys ${file}: it has no list of published keys`);
});

test('the answer of the platform is read', async () => {
  await writeFile(file, JSON.stringify({ keys: [publicKey] }));
  expect(await publishedKeysIn(file)).toEqual([publicKey]);
});
