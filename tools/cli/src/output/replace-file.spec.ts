import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from './replace-file.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-cli-'));
  file = join(folder, 'may.csv');
  await writeFile(file, 'former');
});
afterEach(() => rm(folder, { recursive: true }));

async function* bytesOf(text: string, fault?: Error) {
  yield Buffer.from(text);
  if (fault) throw fault;
}

test('a file that cannot be written to its end leaves the former one as it was, and nothing beside it', async () => {
  await expect(replaceFile(file, bytesOf('ha', new Error('ENOSPC')))).rejects.toThrow('ENOSPC');
  expect(await readFile(file, 'utf8')).toBe('former');
  expect(await readdir(folder)).toEqual(['may.csv']);
});

test('a link goes on leading to the file, which is replaced', async () => {
  const link = join(folder, 'last.csv');
  await symlink(file, link);
  await replaceFile(link, bytesOf('new'));
  expect([await readFile(file, 'utf8'), await readFile(link, 'utf8')]).toEqual(['new', 'new']);
  expect((await readdir(folder)).toSorted()).toEqual(['last.csv', 'may.csv']);
});

test('a device is written to and stays', async () => {
  await replaceFile('/dev/null', bytesOf('new'));
  expect(await readFile('/dev/null', 'utf8')).toBe('');
});

test('a folder that is not there is a fault of the path', async () => {
  await expect(replaceFile(join(folder, 'no', 'may.csv'), bytesOf('new'))).rejects.toMatchObject({ syscall: 'open' });
});
