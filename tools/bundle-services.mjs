/**
 * `node tools/bundle-services.mjs`: each service, the front door and the sandbox as a few files in apps/<app>/dist/bundle, when
 * something that they are made from is newer. A start then opens a handful of files instead of 2,500 (docs/decisions/0077).
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/**
 * Packages that stay files of their own: those that tracing changes while they load, those that read files beside themselves,
 * and those with a part in machine code.
 */
const APART =
  /^(pg|pg-.+|ioredis|pino|thread-stream|@opentelemetry\/(?!api$).+|@fontsource.*|@expo-google-fonts\/.+|pdfkit|fontkit|@duckdb\/.+|reflect-metadata|@scalar\/.+)$/;
/** The name of the package in `pg`, `pg/lib/x` and `@scope/name/x`. */
const packageOf = (id) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(id)[1];

const apps = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src/main.ts')));
await main();

async function main() {
  const newest = Math.max(
    ...['package-lock.json', 'tools/bundle-services.mjs'].map((file) => statSync(join(root, file)).mtimeMs),
    ...readdirSync(join(root, 'libs')).map((library) => newestIn(join(root, 'libs', library, 'dist'))),
  );
  for (const app of apps) {
    const dist = join(root, 'apps', app, 'dist');
    const stamp = join(dist, 'bundle/.made-from');
    const from = String(Math.max(newest, newestIn(dist)));
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) continue;
    await bundle(join(dist, 'bundle'), {
      'app.module': join(dist, 'app.module.js'),
      instrument: join(root, 'libs/nest-kit/dist/instrument.js'),
      service: join(dist, 'main.js'),
    });
    // Tracing changes packages while they load: it comes before everything else.
    writeFileSync(join(dist, 'bundle/main.js'), `import './instrument.js';\nimport './service.js';\n`);
    await bundle(join(dist, 'testing/bundle'), programsOfTests(dist));
    writeFileSync(stamp, from);
  }
}

/** Programs that a test starts dozens of times, to kill them: loading one takes three seconds from its many files. */
function programsOfTests(dist) {
  const folder = join(dist, 'testing');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.main.js')) : [];
  return Object.fromEntries(names.map((name) => [name.slice(0, -'.js'.length), join(folder, name)]));
}

async function bundle(output, input) {
  rmSync(output, { recursive: true, force: true });
  if (Object.keys(input).length === 0) return;
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    input,
    external: (id, _importer, isResolved) => !isResolved && !/^[./]/.test(id) && APART.test(packageOf(id)),
    plugins: [ownPlaces(output), latin()],
    // Drivers and transports that no service uses are looked for by their libraries and not found.
    onLog: (level, log, tell) =>
      ['UNRESOLVED_IMPORT', 'EVAL', 'CIRCULAR_DEPENDENCY'].includes(log.code) ? undefined : tell(level, log),
  });
  await made.write({
    dir: output,
    format: 'esm',
    keepNames: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Reading one file of 7 MB takes memory that the process keeps: 25 MB more than reading four.
    codeSplitting: {
      groups: [
        // What tracing is made from imports nothing else, so that it loads before whatever it changes.
        { name: 'tracing', test: /nest-kit[\\/]dist[\\/](tracing[\\/]|instrument|navigator)/ },
        { name: 'typeorm', test: /[\\/]node_modules[\\/]typeorm[\\/]/ },
        { name: 'bullmq', test: /[\\/]node_modules[\\/]bullmq[\\/]/ },
        { name: 'packages', test: /[\\/]node_modules[\\/]/ },
        { name: 'libs', test: /[\\/]libs[\\/]/ },
      ],
    },
  });
  await made.close();
}

/** A module that reads a file near itself goes on reading it there. A text that speaks of `import.meta`, such as a program, stays as it is. */
function ownPlaces(output) {
  return {
    name: 'own-places',
    transform(code, id) {
      if (/node_modules|\0/.test(id) || !code.includes('import.meta.')) return null;
      const place = relative(output, id).split(sep).join('/');
      const written = {
        dirname: `(import.meta.dirname + '/${dirname(place)}')`,
        url: `new URL('${place}', import.meta.url).href`,
      };
      let placed = code;
      // From the end, so that what comes before keeps its place.
      for (const { start, end, name } of metaMembers(this.parse(code)).sort((one, other) => other.start - one.start))
        if (Object.hasOwn(written, name)) placed = placed.slice(0, start) + written[name] + placed.slice(end);
      return placed;
    },
  };
}

/** Where a program reads a member of `import.meta`. */
function metaMembers(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty')
    return [{ start: node.start, end: node.end, name: node.property.name }];
  return Object.values(node).flatMap(metaMembers);
}

/** A text with one letter that is not Latin takes two bytes for each of its letters in memory, and this one is long. */
function latin() {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { name: 'latin', renderChunk: (code) => code.replace(/[^\u0000-\u00ff]/g, escaped) };
}

/** The time of the newest compiled file, leaving out what this program makes. */
function newestIn(folder) {
  if (!existsSync(folder)) return 0;
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'bundle' ? 0 : newestIn(path);
      return entry.name.endsWith('.js') ? statSync(path).mtimeMs : 0;
    }),
  );
}
