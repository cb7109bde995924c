/**
 * `node tools/compile.mjs`: checks the types of all sources, and puts what the compiler makes of them into the `dist` of each project.
 * What did not change keeps its time there, so that nothing is bundled anew for it (docs/decisions/0078).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
const compiled = join(root, 'dist');
/** Everything that runs in Node, and what is written for a browser: other types are there. */
const programs = ['tsconfig.json', 'apps/console/tsconfig.json', 'tools/journeys/tsconfig.json'];
const extensions = /(\.d\.ts|\.js|\.js\.map)$/;

process.exitCode = await main();

async function main() {
  const codes = await Promise.all(programs.map(check));
  const failed = Math.max(...codes);
  if (failed > 0) return failed;
  for (const project of compiledProjects()) place(join(root, project), join(compiled, project, 'src'));
  return 0;
}

async function check(program) {
  // Two checkers for two cores: each more checks the types of the contracts once more.
  const child = spawn(process.execPath, [compiler, '-p', program, '--checkers', '2'], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

function compiledProjects() {
  const ofKind = (kind) => readdirSync(join(compiled, kind)).map((name) => join(kind, name));
  return [...['libs', 'apps', 'tools'].flatMap(ofKind), 'bench'];
}

/** Brings the `dist` of a project up to date with the folder of its compiled sources. */
function place(project, from) {
  const wanted = new Set();
  for (const path of filesIn(from)) {
    const source = join(project, 'src', path.replace(extensions, '.ts'));
    // The compiler leaves the files of deleted sources behind.
    if (!existsSync(source)) rmSync(join(from, path));
    else if (!path.includes('.spec.')) {
      wanted.add(path);
      write(join(project, 'dist', path), textOf(join(from, path), source));
    }
  }
  for (const path of filesIn(join(project, 'dist')))
    if (!wanted.has(path) && !/(^|[/\\])bundle[/\\]/.test(path)) rmSync(join(project, 'dist', path));

  function textOf(file, source) {
    const text = readFileSync(file, 'utf8');
    if (!file.endsWith('.map')) return text;
    const folder = join(project, 'dist', relative(from, dirname(file)));
    return JSON.stringify({ ...JSON.parse(text), sources: [relative(folder, source).replaceAll('\\', '/')] });
  }
}

function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The files of a folder and its folders, by their paths in it. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
}
