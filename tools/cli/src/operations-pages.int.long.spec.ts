import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeEnvironment } from '@jeongsan/child-processes';
import { shellBlocks, typed } from '@jeongsan/market';
import { aids, typedElsewhere } from './testing/operations-pages.js';
import { startTradingWorld, type TradingWorld } from './testing/trading-world.js';

const PAGE_MS_MAX = 600_000;
jest.setTimeout(PAGE_MS_MAX);

const root = join(__dirname, '..', '..', '..');
const pageOf = (name: string): string => readFileSync(join(root, 'docs', 'operations', name), 'utf8');
/** The pages in the order in which the first one names them. */
const named = new Set([...pageOf('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name));
const names = [...named].filter((name) => !Object.hasOwn(typedElsewhere, name));
const END_OF_OUTPUT_CHARS = 4_000;

let world: TradingWorld;
let settling: Awaited<ReturnType<typeof serveSettling>>;
const folder = mkdtempSync(join(tmpdir(), 'jeongsan-operations-'));

beforeAll(async () => {
  symlinkSync(join(root, 'deploy'), join(folder, 'deploy'));
  world = await startTradingWorld('cli-operations');
  settling = await serveSettling(world);
}, PAGE_MS_MAX);
afterAll(async () => {
  await settling?.stop();
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, PAGE_MS_MAX);

/** The command of the books is built already: npm would build it once more. */
const npmOfBooks = `npm() { shift 3; '${process.execPath}' '${join(root, 'tools/books/dist/bundle/main.js')}' "$@"; }`;

// Some decisions need a sign-in of the last minutes.
const type = async (script: string) =>
  typed([`. '${await world.signIn()}'`, npmOfBooks, script].join('\n'), {
    cwd: folder,
    env: { ...wholeEnvironment({ LANG: 'en_US.UTF-8', DATABASE_URL: world.databaseUrl }), XDG_CONFIG_HOME: folder },
  });

/**
 * A minute between two commands, as a person needs it, for the end of all that the first one set off. An address instead of
 * `jeongsan clock advance`: bash connects by itself, and each start of the command takes half a second.
 */
async function serveSettling({ passMinute }: TradingWorld) {
  const server = createServer((socket) => {
    passMinute().then(
      () => socket.end('settled'),
      (error: unknown) => socket.end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    command: `said=$(cat < /dev/tcp/127.0.0.1/${port}); [ "$said" = settled ] || { echo "$said"; exit 1; }`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

test.each(names)('docs/operations/%s: its commands, as they are written, do what the page says', async (name) => {
  const blocks = shellBlocks(pageOf(name)).filter(({ isRun }) => isRun);
  const { before = '', beforeBlock = {}, sees = [] } = aids[name] ?? {};
  const parts = blocks.flatMap(({ text, line }) => {
    const [first = ''] = text.split('\n');
    return [`echo "--- line ${line}"`, beforeBlock[first] ?? '', text, settling.command];
  });
  const { code, out } = await type([before, settling.command, ...parts].join('\n'));
  expect({ code, out: code === 0 ? '' : out.slice(-END_OF_OUTPUT_CHARS) }).toEqual({ code: 0, out: '' });
  for (const promise of sees) expect(out).toMatch(promise);
});

test('every page is named by the first one, and every block that is not run has a reason', () => {
  const notRun = names.map((name) => [name, shellBlocks(pageOf(name)).filter(({ isRun }) => !isRun).length]);
  expect(notRun).toEqual(names.map((name) => [name, aids[name]?.notRun?.length ?? 0]));
  expect(Object.keys(aids).filter((name) => !names.includes(name))).toEqual([]);
  const pages = readdirSync(join(root, 'docs', 'operations')).filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !named.has(name))).toEqual([]);
});
