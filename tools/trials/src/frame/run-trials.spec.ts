import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openGround, type Ground } from '../ground/ground.js';
import { trials } from '../trials.js';
import { runTrials, type Counts } from './run-trials.js';
import { NotHere, type Trial } from './trial.js';

const trial = (name: string, run: Trial['run'], needs: Trial['needs'] = []): Trial => ({
  name,
  shows: `what ${name} shows`,
  needs,
  run,
});

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Runs the trials on a machine that has only these packages; `lines`: the output. */
async function running(list: readonly Trial[], { times = 1, marks = [] as string[] } = {}) {
  const lines: string[] = [];
  const grounds: Ground[] = [];
  const counts: Counts = await runTrials(list, {
    times,
    say: (line) => lines.push(line),
    open: async (name, say) => {
      const ground = await openGround(name, say);
      grounds.push(ground);
      return ground;
    },
    lookup: async (mark) => marks.includes(mark),
    elapsed: () => 0,
  });
  return { counts, lines, grounds };
}

test('a trial prints its figures, and the last line counts', async () => {
  const { counts, lines } = await running([trial('fine', async () => ({ 'facts lost': 0, payouts: '12, twice: 0' }))]);
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(lines).toEqual([
    '\nfine: what fine shows',
    '  facts lost  0',
    '  payouts     12, twice: 0',
    'fine: passed in 0 s',
    '\n1 passed, 0 failed, 0 skipped',
  ]);
});

test('a missing package is said by name with the command that installs it: skipped, not passed, and no failure', async () => {
  const never = trial('never', async () => Promise.reject(new Error('was run')), [
    'haproxy',
    'pgbouncer',
    'pgbackrest',
  ]);
  const { counts, lines } = await running([never], { marks: ['pgbouncer'] });
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(lines.slice(0, 2)).toEqual([
    'never: skipped, not installed here: haproxy, pgbackrest',
    '  apt-get install -y haproxy pgbackrest',
  ]);
});

test('what this machine cannot do is skipped as well, with the reason', async () => {
  const { counts, lines } = await running([
    trial('elsewhere', async () => Promise.reject(new NotHere('it needs namespaces'))),
  ]);
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(lines).toContain('elsewhere: skipped, it needs namespaces');
});

test('a failure is counted, keeps its files, and does not keep the next trial from running', async () => {
  const broken = trial('broken', async ({ folder }) => {
    await writeFile(join(folder, 'log'), 'why');
    throw new Error('3 acknowledged orders are missing');
  });
  const { counts, lines, grounds } = await running([broken, trial('next', async () => ({}))]);
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(lines.join('\n')).toContain('3 acknowledged orders are missing');
  const [kept, removed] = grounds.map(({ folder }) => folder);
  expect(lines).toContain(`broken: FAILED after 0 s; its files: ${kept}`);
  expect(await Promise.all([isThere(join(kept ?? '', 'log')), isThere(removed ?? '')])).toEqual([true, false]);
  await grounds[0]?.close({ keepFiles: false });
});

test('twice: each run has a ground of its own, and what it started ends in reverse order', async () => {
  const ended: string[] = [];
  const starts = trial('starts', async ({ undo, folder }) => {
    undo.add(async () => ended.push('server'));
    undo.add(async () => ended.push('app'));
    return { folder };
  });
  const { counts, grounds } = await running([starts], { times: 2 });
  expect(counts.passed).toBe(2);
  expect(ended).toEqual(['app', 'server', 'app', 'server']);
  expect(new Set(grounds.map(({ folder }) => folder)).size).toBe(2);
});

test('every trial has a name of its own and one sentence', () => {
  expect(new Set(trials.map(({ name }) => name)).size).toBe(trials.length);
  expect(trials.filter(({ name, shows }) => !/^[a-z][a-z-]+$/.test(name) || shows.length < 30)).toEqual([]);
});
