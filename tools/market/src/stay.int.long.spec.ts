import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, wholeEnvironment } from '@jeongsan/child-processes';

const MINUTES = 60_000;
jest.setTimeout(20 * MINUTES);
const root = join(__dirname, '..', '..', '..');
const environment = wholeEnvironment({ DATABASE_URL: '', REDIS_URL: '', JEONGSAN_LAUNCHER_PID: '' });

test('demo --week --stay prints commands that work, and Ctrl-C leaves nothing', async () => {
  const demo = spawn(process.execPath, ['tools/market/dist/demo.js', '--week', '--stay'], {
    ...{ cwd: root, env: environment, detached: true },
  });
  const printed = await untilPrinted(demo, 'Ctrl-C stops everything');
  expect(printed).toContain('Every won is explained');
  const file = /^ {2}\. (\S+)$/m.exec(printed)?.[1] ?? '';
  const commands = [...printed.matchAll(/^ {4}\$ (.+)$/gm)].map(([, command]) => command ?? '');
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const { code, output } = await run('bash', ['-c', `. ${file}\n${command}`], { ...shell, timeoutMs: 5 * MINUTES });
    expect({ command, code, output: code === 0 ? '' : output }).toEqual({ command, code: 0, output: '' });
  }
  const url = /JEONGSAN_URL='([^']+)'/.exec(await readFile(join(root, file), 'utf8'))?.[1] ?? '';
  const gone = once(demo, 'exit');
  process.kill(-(demo.pid ?? 0), 'SIGINT');
  await gone;
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});

// prettier-ignore
test.each([
  ['a time that is none',          ['start', '--clock', 'nonsense'],         {},                          'must be a time such as'],
  ['a day that is none',           ['start', '--clock', '2026-02-30T09:00'], {},                          'must be a time such as'],
  ['a year without holidays',      ['start', '--clock', '1999-01-01T09:00'], {},                          'holidays are known'],
  ['a name that is no folder',     ['start', '--name', '../x'],              {},                          'lower-case letters'],
  ['production',                   ['start', '--clock', '2026-05-01T09:00'], { NODE_ENV: 'production' },  'refused with NODE_ENV=production'],
  ['an option that there is not',  ['demo', '--wek'],                        {},                          "Unknown option '--wek'"],
])('%s is refused at once, with exit code 2', async (_, [program, ...args], env, said) => {
  const { code, output } = await run(process.execPath, [`tools/market/dist/${program}.js`, ...args], {
    ...{ cwd: root, env: { ...environment, ...env }, timeoutMs: MINUTES },
  });
  expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(said) as string });
});

const shell = { cwd: root, env: environment };

async function untilPrinted(child: ChildProcess, words: string): Promise<string> {
  let text = '';
  const isDone = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        text += data.toString();
        if (text.includes(words)) resolve(text);
      });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return isDone;
}
