import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from './operations/commands.js';
import { widthOf } from './output/width.js';
import { chapters } from './testing/chapters.js';
import { isGoldenUpdate } from './testing/env.js';
import { steady, type Steady } from './testing/steadied.js';
import { startTradingWorld, type TradingWorld } from './testing/trading-world.js';
import type { Line } from './testing/transcript.js';
import { tryOut } from './testing/try-out.js';
import { ownPaths } from './verbs/own-paths.js';

const golden = join(__dirname, '../golden');
const examples = join(__dirname, '../examples');
const STARTING_MS_MAX = 240_000;
jest.setTimeout(STARTING_MS_MAX);

let world: TradingWorld;
let folder: string;
let steadied: Steady;
const ids = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-transcripts-'));
  world = await startTradingWorld('cli-transcripts');
  steadied = steady(world.url);
}, STARTING_MS_MAX);
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, STARTING_MS_MAX);

/** Files that a command names are in the folder of the test or of the examples. */
const placed = (arg: string): string => {
  if (/^@\w+\.json$/.test(arg)) return `@${join(examples, arg.slice(1))}`;
  return /^\w+\.csv$/.test(arg) ? join(folder, arg) : arg;
};
const filled = (arg: string): string => arg.replaceAll(/\{(\w+)\}/g, (braces, name: string) => ids.get(name) ?? braces);

async function shown({ args, as, input = '', columns = 120, withoutClock, sorted, find }: Line): Promise<string> {
  const key = world.keyOf(as);
  if (args.includes('filled.csv')) await fillSheet();
  const given = args.map(filled);
  await world.comeToRest();
  const { exit, out, err } = await tryOut(given.map(placed), {
    settings: {
      url: world.url,
      clockUrl: withoutClock ? undefined : world.clockUrl,
      key: args[0] === 'login' ? undefined : key,
      folder: join(folder, 'settings'),
    },
    input: async () => input.replace('{key}', key),
    fetch: (url, init) => globalThis.fetch(url, init),
    nowMs: Date.now,
    columns,
  });
  for (const secret of ['another-key', key]) expect(out + err).not.toContain(secret);
  const id = find && find.pattern.exec(out)?.[1];
  if (find && id === undefined) throw new Error(`${given.join(' ')} shows no ${find.name}: ${out}${err}`);
  if (find && id) ids.set(find.name, id);
  if (isList(args) && !args.includes('-o'))
    for (const row of out.split('\n')) expect(widthOf(row)).toBeLessThanOrEqual(columns);
  const command = given.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)).join(' ');
  const remarks = err === '' ? '' : `--- stderr\n${err}`;
  const width = columns === 120 ? '' : `COLUMNS=${columns} `;
  const text = `$ ${width}jeongsan ${command}   # as ${as}\n${sorted ? inOrder(steadied(out)) : out}${remarks}--- exit ${exit}\n`;
  return steadied(text.replaceAll(folder, '/tmp').replaceAll(examples, 'examples'));
}

/** A list is a table alone, in which each line fits. One thing has lines as long as its members. */
const isList = (args: readonly string[]): boolean =>
  Object.entries(commands).some(
    ([path, { shape }]) => shape === 'list' && path.split(' ').every((word, at) => args[at] === word),
  );

const inOrder = (text: string): string => `${text.trimEnd().split('\n').toSorted().join('\n')}\n`;

/** A person keeps the columns that are needed of the sheet that was exported, and explains its first break. */
async function fillSheet(): Promise<void> {
  const exported = await readFile(join(folder, 'breaks.csv'), 'utf8');
  const [, id, version] = /\n"?([0-9a-f-]{36})"?,"?(\d+)/.exec(exported) ?? [];
  await writeFile(join(folder, 'filled.csv'), `id,version,verb,reason\r\n${id},${version},explain,확인함\r\n`);
}

test.each(Object.keys(chapters))(
  'the chapter %s is what was reviewed (UPDATE_GOLDEN=1 rewrites the file)',
  async (name) => {
    const texts: string[] = [];
    const file = join(golden, `transcript.${name}.txt`);
    for (const line of (chapters[name] ?? []).flat()) {
      texts.push(await shown(line));
      if (isGoldenUpdate()) await writeFile(file, texts.join('\n'));
    }
    expect(texts.join('\n')).toBe(await readFile(file, 'utf8'));
  },
);

test('every command is in a chapter', () => {
  const lines = Object.values(chapters).flat(2);
  const paths = [...Object.keys(commands), ...ownPaths];
  const isShown = (path: string) => lines.some(({ args }) => path.split(' ').every((word, at) => args[at] === word));
  expect(paths.filter((path) => !isShown(path))).toEqual([]);
});
