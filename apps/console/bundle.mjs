/**
 * `node apps/console/bundle.mjs`: the pages of the console into apps/console/dist, when a file that they are made from is newer.
 * Fails when a page loads more script than its budget, or when a schema library is part of it.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const home = dirname(fileURLToPath(import.meta.url));
const repository = join(home, '../..');
const output = join(home, 'dist');
const stamp = join(output, '.bundled');
const PAGES = ['index.html', 'seller.html'];
const KB = 1_000;
const FIRST_LOAD_MAX = 260 * KB;
const ROUTE_MAX = 35 * KB;
/** Chunks that are loaded for one drawing or one dialog, and count for no route. */
const LAZY_LIBRARIES = /^recharts/;
/** Everything that the bundle is made from. The contracts give the table of operations and the words of refusals. */
const inputs = [
  ...['src', 'build', 'index.html', 'seller.html', 'vite.config.mjs', 'bundle.mjs', 'package.json'].map((one) =>
    join(home, one),
  ),
  ...['client/src/browser', 'platform-contract/dist', 'money/src', 'http-contract/dist', 'nest-kit/src/roles.ts'].map(
    (one) => join(repository, 'libs', one),
  ),
  join(repository, 'package-lock.json'),
];

async function main() {
  const newest = Math.max(...inputs.map(newestIn));
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= newest) return 0;
  rmSync(stamp, { force: true });
  const { build } = await import('vite');
  const problems = [];
  // One bundle a page: what an operator needs is no part of what a seller loads.
  for (const [index, page] of PAGES.entries()) {
    await build({
      configFile: join(home, 'vite.config.mjs'),
      logLevel: 'warn',
      build: { emptyOutDir: index === 0, rolldownOptions: { input: join(home, page) } },
    });
    problems.push(...checked(JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8'))));
  }
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    return 1;
  }
  rmSync(join(output, '.vite'), { recursive: true });
  compress();
  writeFileSync(stamp, String(newest));
  return 0;
}

function newestIn(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** Says what is beyond a budget: of each page what it loads at first, of each route what it adds. */
function checked(manifest) {
  const problems = [];
  for (const [name, { isEntry }] of Object.entries(manifest)) {
    if (!isEntry) continue;
    const first = loadedBy(manifest, name);
    const size = sizeOf(manifest, first);
    let [largest, where] = [0, ''];
    if (size > FIRST_LOAD_MAX) problems.push(`${name}: ${kB(size)} of script at first load is too much`);
    for (const route of routesOf(manifest, first)) {
      const added = [...loadedBy(manifest, route)].filter((one) => !first.has(one));
      const own = sizeOf(manifest, added);
      if (own > largest) [largest, where] = [own, route];
      if (own > ROUTE_MAX) problems.push(`${route}: ${kB(own)} is more than ${kB(ROUTE_MAX)} for one route`);
    }
    const route = where === '' ? '' : `; the largest route, ${where}, adds ${kB(largest)} of ${kB(ROUTE_MAX)}`;
    console.log(`${name}: ${kB(size)} of ${kB(FIRST_LOAD_MAX)} of script at first load (gzip)${route}`);
  }
  return problems;
}

function loadedBy(manifest, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of manifest[name].imports ?? []) loadedBy(manifest, one, found);
  return found;
}

/** The chunks that the loaded ones load later. */
function routesOf(manifest, loaded, found = new Set()) {
  for (const name of loaded)
    for (const later of manifest[name].dynamicImports ?? []) {
      if (loaded.has(later) || found.has(later) || LAZY_LIBRARIES.test(manifest[later].name ?? '')) continue;
      found.add(later);
      routesOf(manifest, loadedBy(manifest, later), found);
    }
  return found;
}

const sizeOf = (manifest, names) => [...names].reduce((sum, name) => sum + gzipped(manifest[name].file), 0);
const gzipped = (file) => (file.endsWith('.js') ? gzipSync(readFileSync(join(output, file)), { level: 9 }).length : 0);
const kB = (bytes) => `${(bytes / KB).toFixed(1)} kB`;

/** The door sends the compressed file where the browser takes it. Fonts are compressed already. */
function compress() {
  for (const name of readdirSync(join(output, 'assets'))) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const file = join(output, 'assets', name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}

process.exitCode = await main();
