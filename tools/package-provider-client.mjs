/**
 * `npm run package -w @jeongsan/provider-client [-- FOLDER]`: packs the built client for use outside this repository, with the
 * libraries it needs inside. What is left to install beside it is zod, and the types of Node. Prints the path of the package.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, '.local/packages'));
const stage = join(target, 'stage');
const bundled = ['http-contract', 'jwe', 'money', 'provider-contract'];
const product = readJson('package.json');

stageLibrary('provider-client', stage, {
  keywords: ['payments', 'client', 'typescript'],
  engines: product.engines,
  files: ['dist', 'README.md', 'LICENSE'],
  dependencies: { zod: product.dependencies.zod, '@types/node': '>=20', ...Object.fromEntries(bundled.map(internal)) },
  bundleDependencies: bundled.map((name) => `@jeongsan/${name}`),
});
for (const file of ['LICENSE', 'libs/provider-client/README.md'])
  cpSync(join(root, file), join(stage, file.split('/').at(-1)));
for (const name of bundled) stageLibrary(name, join(stage, 'node_modules/@jeongsan', name), {});

// The declarations name types of Node, which a project loads by itself only if its settings say so.
const entry = join(stage, 'dist/index.d.ts');
writeFileSync(entry, `/// <reference types="node" />\n${readFileSync(entry, 'utf8')}`);

const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
const [{ filename }] = JSON.parse(
  execFileSync('npm', npm, { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
);
rmSync(stage, { recursive: true });
console.log(join(target, filename));

function internal(name) {
  return [`@jeongsan/${name}`, product.version];
}

/** A built library as others see it: no sources, no maps to sources that are not there. */
function stageLibrary(name, folder, more) {
  const { description, license, type, exports } = readJson(`libs/${name}/package.json`);
  const { types, default: main } = exports['.'];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'libs', name, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => isBuilt(path),
  });
  const manifest = {
    name: `@jeongsan/${name}`,
    version: product.version,
    description,
    license,
    type,
    exports: { '.': { types, default: main }, './package.json': './package.json' },
    ...more,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
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
