import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFiles } from './from-files.js';

const folder = mkdtempSync(join(tmpdir(), 'jeongsan-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CANARY = 'canary-in-the-file';
const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const problemsOf = (source: Record<string, string>): string =>
  fromFiles(['DATABASE_URL', 'DATA_KEYS', 'PORT'], source).problems.join('\n');

// prettier-ignore
test.each([
  ['nothing at the end',      CANARY,             CANARY],
  ['one line break',          `${CANARY}\n`,      CANARY],
  ['one line break of DOS',   `${CANARY}\r\n`,    CANARY],
  ['two line breaks',         `${CANARY}\n\n`,    `${CANARY}\n`],
  ['spaces',                  ` ${CANARY} `,      ` ${CANARY} `],
  ['a byte order mark',       `\uFEFF${CANARY}`,  CANARY],
])('a secret is the text of its file, with %s', (name, content, secret) => {
  const { values, problems } = fromFiles(['DATA_KEYS'], { DATA_KEYS_FILE: fileOf(name, content) });
  expect({ values, problems }).toEqual({ values: { DATA_KEYS: secret }, problems: [] });
});

test('a link to the file is followed, as mounted secrets are links', () => {
  const link = join(folder, 'link');
  symlinkSync(fileOf('target', CANARY), link);
  expect(fromFiles(['DATA_KEYS'], { DATA_KEYS_FILE: link }).values).toEqual({ DATA_KEYS: CANARY });
});

test('an empty text is not set, as value and as path', () => {
  const { values, problems } = fromFiles(['DATA_KEYS', 'PORT'], { DATA_KEYS: 'x', DATA_KEYS_FILE: '', PORT: '' });
  expect({ values, problems }).toEqual({ values: { DATA_KEYS: 'x' }, problems: [] });
});

describe('what is refused names the setting, and repeats neither content, nor value, nor path', () => {
  mkdirSync(join(folder, CANARY));
  // prettier-ignore
  test.each([
    ['both forms',               { DATA_KEYS: CANARY, DATA_KEYS_FILE: fileOf('both', CANARY) }, 'DATA_KEYS_FILE: DATA_KEYS is set as well'],
    ['an empty file',            { DATA_KEYS_FILE: fileOf('empty', '') },                  'DATA_KEYS_FILE: the file is empty'],
    ['a line break alone',       { DATA_KEYS_FILE: fileOf('break', '\n') },                'DATA_KEYS_FILE: the file is empty'],
    ['no file',                  { DATA_KEYS_FILE: join(folder, `no-${CANARY}`) },         'DATA_KEYS_FILE: the file cannot be read (ENOENT)'],
    ['the secret as a path',     { DATA_KEYS_FILE: `${CANARY}\0` },                        'DATA_KEYS_FILE: the file cannot be read (ERR_INVALID_ARG_VALUE)'],
    ['a folder',                 { DATA_KEYS_FILE: join(folder, CANARY) },                 'DATA_KEYS_FILE: the file cannot be read (EISDIR)'],
    ['a file of a megabyte',     { DATA_KEYS_FILE: fileOf('large', CANARY.repeat(60_000)) }, 'DATA_KEYS_FILE: the file is larger than'],
    ['bytes that are no text',   { DATA_KEYS_FILE: fileOf('bytes', Uint8Array.of(0xff, 0xfe, 0x41)) }, 'DATA_KEYS_FILE: the file is no text in UTF-8'],
    ['a setting without secret', { PORT_FILE: fileOf('port', CANARY) },                    'PORT_FILE: only secrets are read from files'],
  ])('%s', (_, source, problem) => {
    const problems = problemsOf(source);
    expect(problems).toContain(problem);
    expect(problems).not.toContain(CANARY);
  });
});

test('every wrong file is named at once', () => {
  const problems = problemsOf({ DATA_KEYS_FILE: '/none', DATABASE_URL_FILE: '/none' });
  expect(problems.split('\n')).toEqual([
    expect.stringContaining('DATABASE_URL_FILE'),
    expect.stringContaining('DATA_KEYS_FILE'),
  ]);
});
