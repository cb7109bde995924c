/**
 * `npm run package -w @jeongsan/client [-- FOLDER]`, and the same of `@jeongsan/provider-client`: packs a built library for use
 * outside this repository, with the libraries that it needs inside. Prints the path of the package.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const product = readJson('package.json');

/** What is left to install beside each package. */
const packages = {
  // The declarations name types of Node, which a project loads by itself only if its settings say so.
  'provider-client': {
    keywords: ['payments', 'client', 'typescript'],
    dependencies: { ...external('zod'), '@types/node': '>=20' },
    declarationsBegin: '/// <reference types="node" />\n',
  },
  client: {
    keywords: ['payouts', 'settlement', 'client', 'typescript'],
    dependencies: external('zod', '@hyunbinseo/holidays-kr', 'eventsource-parser'),
    declarationsBegin: '',
  },
};

const [name, folder] = process.argv.slice(2);
const wanted = packages[name];
if (!wanted) throw new Error(`Which library: ${Object.keys(packages).join(' or ')}?`);
const { keywords, dependencies, declarationsBegin } = wanted;
const target = resolve(folder ?? join(root, '.local/packages'));
const stage = join(target, 'stage');
const bundled = [...internalOf(name)].filter((one) => one !== name).toSorted();

stageLibrary(name, stage, {
  keywords,
  engines: product.engines,
  files: ['dist', 'README.md', 'LICENSE'],
  dependencies: { ...dependencies, ...Object.fromEntries(bundled.map((one) => [`@jeongsan/${one}`, product.version])) },
  bundleDependencies: bundled.map((one) => `@jeongsan/${one}`),
});
for (const file of ['LICENSE', `libs/${name}/README.md`]) cpSync(join(root, file), join(stage, file.split('/').at(-1)));
for (const one of bundled) stageLibrary(one, join(stage, 'node_modules/@jeongsan', one), {});

const entry = join(stage, 'dist/index.d.ts');
writeFileSync(entry, `${declarationsBegin}${readFileSync(entry, 'utf8')}`);

const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
const [{ filename }] = JSON.parse(
  execFileSync('npm', npm, { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
);
rmSync(stage, { recursive: true });
console.log(join(target, filename));

/** Packages of the registry, in the versions that this repository uses. */
function external(...names) {
  return Object.fromEntries(names.map((one) => [one, product.dependencies[one]]));
}

/** A library of this repository and all that it depends on. */
function internalOf(library, found = new Set()) {
  if (found.has(library)) return found;
  found.add(library);
  for (const dependency of Object.keys(readJson(`libs/${library}/package.json`).dependencies ?? {}))
    if (dependency.startsWith('@jeongsan/')) internalOf(dependency.slice('@jeongsan/'.length), found);
  return found;
}

/** A built library as others see it: no sources, no maps to sources that are not there. */
function stageLibrary(library, into, more) {
  const { description, license, type, exports } = readJson(`libs/${library}/package.json`);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  cpSync(join(root, 'libs', library, 'dist'), join(into, 'dist'), {
    recursive: true,
    filter: (path) => isBuilt(path),
  });
  const manifest = {
    name: `@jeongsan/${library}`,
    version: product.version,
    description,
    license,
    type,
    exports: Object.fromEntries(Object.entries(exports).map(([path, target]) => [path, builtOf(target)])),
    ...more,
  };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The target of an export, without the condition that leads to the sources. */
function builtOf(target) {
  if (typeof target === 'string') return target;
  const { types, default: main } = target;
  return { types, default: main };
}

/** A folder, or a file made from a source that is still there: a build leaves the files of deleted sources behind. */
function isBuilt(path) {
  if (!extname(path)) return true;
  const source = path.replace(/\/dist\//, '/src/').replace(/(\.d)?\.(js|ts)$/, '.ts');
  return /\.(js|ts)$/.test(path) && existsSync(source);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
