import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchPath } from '@jeongsan/child-processes';
import { findZsh, type Zsh } from './testing/zsh.js';
import { tryOut } from './testing/try-out.js';
import { shells } from './verbs/completion.js';

const FETCH_MS_MAX = 300_000;
jest.setTimeout(FETCH_MS_MAX);

let folder: string;
let zsh: Zsh;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-completion-'));
  for (const shell of shells) await writeFile(join(folder, shell), (await tryOut(['completion', shell])).out);
  for (const name of ['trial', 'live'])
    await tryOut(['context', 'use', name, '--url', `http://${name}.test`], { settings: { folder } });
  zsh = await findZsh();
});
afterAll(() => rm(folder, { recursive: true }));

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');
const run = (program: string, args: readonly string[]): readonly string[] =>
  execFileSync(program, args, { encoding: 'utf8', env: { JEONGSAN_CONFIG_DIR: folder, PATH: searchPath().join(':') } })
    .split('\n')
    .filter(Boolean);

/** What each shell offers after these words; the last one is not finished. */
const offered = {
  bash: (words) => {
    const asked = `COMP_WORDS=(jeongsan ${quoted(words)}); COMP_CWORD=${words.length}`;
    const script = `source ${folder}/bash; ${asked}; _jeongsan; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '-c', script]);
  },
  // compadd is the shell's own: it is replaced by one that prints what it was given.
  zsh: (words) => {
    const setUp = `${zsh.prelude}autoload -Uz compinit; compinit -u -d ${folder}/functions; source ${folder}/zsh; [ "$_comps[jeongsan]" = _jeongsan ] || exit 1`;
    const asked = `words=(jeongsan ${quoted(words)}); CURRENT=${words.length + 1}`;
    const compadd = `compadd() { shift; print -l -- "$@" }; _files() { : }`;
    const last = words.at(-1) ?? '';
    return run(zsh.program, ['-f', '-c', `${setUp}; ${compadd}; ${asked}; _jeongsan`]).filter((word) =>
      word.startsWith(last),
    );
  },
} satisfies Record<(typeof shells)[number], (words: readonly string[]) => readonly string[]>;

describe.each(shells)('the completion of %s', (shell) => {
  // prettier-ignore
  test.each([
    ['a command',                         ['or'],                                           ['order']],
    ['commands of a group',               ['order', 'can'],                                 ['cancel', 'cancels']],
    ['commands of a group in a group',    ['break', 'sheet', 'ap'],                         ['apply']],
    ['a second name',                     ['break', 'exp'],                                 ['explain', 'expected']],
    ['flags',                             ['order', 'list', '--st'],                        ['--state']],
    ['flags after a flag with a value',   ['-o', 'json', 'order', 'list', '--st'],          ['--state']],
    ['flags of the whole command line',   ['order', 'list', '--dry'],                       ['--dry-run']],
    ['values of a flag',                  ['order', 'list', '--state', 'partially'],        ['partially_canceled']],
    ['values of a flag of all commands',  ['order', 'list', '-o', 'nd'],                    ['ndjson']],
    ['values of an argument',             ['jobs', 'list', 'payout'],                       ['payout-scheduler']],
    ['names of contexts',                 ['me', '--context', ''],                          ['trial', 'live']],
    ['a context to use',                  ['context', 'use', 'tr'],                         ['trial']],
    ['a command after a context of its name', ['--context', 'run', 'payo'],                 ['payout']],
    ['nothing for a file: the shell does', ['statement', 'get', 'x', '--file', ''],         []],
  ])('offers %s', (_, words, expected) => {
    expect(offered[shell](words)).toEqual(expected);
  });
});
