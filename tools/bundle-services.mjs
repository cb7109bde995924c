/**
 * `node tools/bundle-services.mjs`: each service, the front door, the sandbox and the two commands as a few files in
 * dist/bundle, when something that they are made from is newer. A start then opens a handful of files instead of 2,500
 * (docs/decisions/0077).
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** The command lines: an operator, and every page of docs/operations, starts one for each question. */
const commands = ['tools/cli', 'tools/books'];
const apps = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src/main.ts')));
await main();

async function main() {
  const newest = Math.max(
    ...['package-lock.json', 'tools/bundle-services.mjs', 'tools/compiled-code.cjs'].map(
      (file) => statSync(join(root, file)).mtimeMs,
    ),
    ...readdirSync(join(root, 'libs')).map((library) => newestIn(join(root, 'libs', library, 'dist'))),
  );
  for (const app of apps) await whenOlder(join(root, 'apps', app, 'dist'), newest, bundleService);
  // An image of the services contains no command.
  for (const command of commands)
    if (existsSync(join(root, command, 'dist'))) await whenOlder(join(root, command, 'dist'), newest, bundleCommand);
}

async function whenOlder(dist, newest, make) {
  const stamp = join(dist, 'bundle/.made-from');
  const from = String(Math.max(newest, newestIn(dist)));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) return;
  await make(dist);
  writeFileSync(stamp, from);
}

async function bundleService(dist) {
  const files = {
    'app.module': join(dist, 'app.module.js'),
    instrument: join(root, 'libs/nest-kit/dist/instrument.js'),
    service: join(dist, 'main.js'),
  };
  // Tracing changes packages while they load: it comes before everything else.
  await bundle(join(dist, 'bundle'), files, { main: ['instrument', 'service'], 'app.module': ['app.module'] });
  await bundlePrograms(join(dist, 'testing/bundle'), programsOfTests(dist));
}

function bundleCommand(dist) {
  return bundlePrograms(join(dist, 'bundle'), { main: join(dist, 'main.js') });
}

function bundlePrograms(output, files) {
  return bundle(output, files, Object.fromEntries(Object.keys(files).map((name) => [name, [name]])));
}

/** Programs that a test starts dozens of times, to kill them: loading one takes three seconds from its many files. */
function programsOfTests(dist) {
  const folder = join(dist, 'testing');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.main.js')) : [];
  return Object.fromEntries(names.map((name) => [name.slice(0, -'.js'.length), join(folder, name)]));
}

/** Bundles files, and writes the programs of a folder: `starts` names the files that each of them loads, one after the other. */
async function bundle(folder, input, starts) {
  rmSync(folder, { recursive: true, force: true });
  if (Object.keys(input).length === 0) return;
  const output = join(folder, 'files');
  await writeFiles(output, input);
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(root, 'tools/compiled-code.cjs'), join(folder, 'load.cjs'));
  for (const [name, files] of Object.entries(starts)) {
    const loads = files.map((file) => `require('./load.cjs')('files/${file}.js')`);
    const last = loads.pop();
    writeFileSync(
      join(folder, `${name}.js`),
      ['#!/usr/bin/env node', `${[...loads, `module.exports = ${last}`].join(';\n')};`, ''].join('\n'),
    );
  }
  // Files that programs share have a hash in their names, and do nothing but define.
  const shared = readdirSync(output).filter((name) => !Object.hasOwn(input, name.replace(/\.js$/, '')));
  execFileSync(process.execPath, [join(folder, 'load.cjs'), ...shared.map((name) => `files/${name}`)]);
}

async function writeFiles(output, input) {
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    input,
    external: (id, _importer, isResolved) => !isResolved && !/^[./]/.test(id) && APART.test(packageOf(id)),
    plugins: [ownPlaces(output), lateImports()],
    // Drivers and transports that no service uses are looked for by their libraries and not found.
    onLog: (level, log, tell) =>
      ['UNRESOLVED_IMPORT', 'EVAL', 'CIRCULAR_DEPENDENCY'].includes(log.code) ? undefined : tell(level, log),
  });
  await made.write({
    dir: output,
    format: 'cjs',
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
  for (const name of readdirSync(output)) toAscii(join(output, name));
}

/** A module that reads a file near itself goes on reading it there. A text that speaks of `import.meta`, such as a program, stays as it is. */
function ownPlaces(output) {
  return {
    name: 'own-places',
    transform(code, id) {
      if (!code.includes('import.meta.') || id.includes('\0')) return null;
      // Packages ask so whether another package is installed.
      if (id.includes('node_modules')) return code.replaceAll('import.meta.resolve(', 'require.resolve(');
      const place = relative(output, id).split(sep).join('/');
      const written = {
        dirname: `(__dirname + '/${dirname(place)}')`,
        url: `process.getBuiltinModule('node:url').pathToFileURL(__dirname + '/${place}').href`,
      };
      let placed = code;
      for (const { start, end, property } of nodes(this.parse(code), isMetaMember))
        if (Object.hasOwn(written, property.name))
          placed = placed.slice(0, start) + written[property.name] + placed.slice(end);
      return placed;
    },
  };
}

function isMetaMember({ type, object }) {
  return type === 'MemberExpression' && object.type === 'MetaProperty';
}

/**
 * What is not part of the bundle and imported late is imported by the loader: Node 20 cannot do it from within code that was
 * compiled beforehand.
 */
function lateImports() {
  return {
    name: 'late-imports',
    async transform(code, id) {
      if (!code.includes('import(') || id.includes('\0')) return null;
      let written = code;
      for (const { start, source } of nodes(this.parse(code), isLateImport)) {
        const found = source.type === 'Literal' ? await this.resolve(source.value, id) : null;
        if (found !== null && !found.external) continue;
        written = `${written.slice(0, start)}__importLate${written.slice(start + 'import'.length)}`;
      }
      return written;
    },
  };
}

function isLateImport({ type }) {
  return type === 'ImportExpression';
}

/** The outermost nodes of a kind. */
function nodesOf(node, isWanted) {
  if (node === null || typeof node !== 'object') return [];
  if (isWanted(node)) return [node];
  return Object.values(node).flatMap((part) => nodesOf(part, isWanted));
}

/** From the end of a program on, so that what comes before a change keeps its place. */
function nodes(program, isWanted) {
  return nodesOf(program, isWanted).sort((one, other) => other.start - one.start);
}

/** A text with one letter that is not Latin takes two bytes for each of its letters in memory, and these are long. */
function toAscii(file) {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const code = readFileSync(file, 'utf8').replace(/^#!.*/, '');
  writeFileSync(file, code.replace(/[^\u0000-\u007f]/g, escaped));
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
