import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../../..');
const run = promisify(execFile);

type Texts = Readonly<Record<string, string>>;
/** A project outside of this repository in which a packed library is installed: ES modules in `esm`, CommonJS in `cjs`. */
export type Elsewhere = Readonly<{
  /** Type-checks and compiles files such as `esm/start` with the strictest settings; throws the compiler's messages. */
  compile: (files: Texts, settings?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Runs a compiled file, and returns its output. */
  run: (file: string, env: Texts, flags?: readonly string[]) => Promise<string>;
  /** Starts a compiled file that goes on running: its lines, and its end. */
  start: (file: string, env: Texts) => { lines: AsyncIterator<string>; stop: () => void };
}>;

/** Packs a library, and the registry packages that it needs from the copies installed here. Returns the files. */
export async function packLibrary(library: string, needs: readonly string[], folder: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(root, 'tools/package-library.mjs'), library, folder]);
  const others = needs.map((name) => join(root, 'node_modules', name));
  const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...others];
  const packed = await run('npm', npm, { cwd: folder });
  const names = (JSON.parse(packed.stdout) as { filename: string }[]).map(({ filename }) => filename);
  return [stdout.trim(), ...names.map((name) => join(folder, name))];
}

const types = { esm: 'module', cjs: 'commonjs' };

/** Installs the packages into an empty TypeScript project, without a network. */
export async function installElsewhere(folder: string, packages: readonly string[]): Promise<Elsewhere> {
  await writeFile(join(folder, 'package.json'), '{"name": "elsewhere", "private": true}');
  for (const [name, type] of Object.entries(types)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'package.json'), JSON.stringify({ type }));
  }
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['install', ...flags, ...packages], { cwd: folder });
  const compilerOptions = { strict: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' };
  return {
    compile: async (files, settings = {}) => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.ts`), text);
      const names = Object.keys(files).map((name) => `${name}.ts`);
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...compilerOptions, ...settings }, files: names }),
      );
      const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
      await run(process.execPath, [compiler, '-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      });
    },
    run: async (file, env, flags = []) =>
      (await run(process.execPath, [...flags, `${file}.js`], { cwd: folder, env })).stdout,
    start: (file, env) => {
      const child = spawn(process.execPath, [`${file}.js`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { lines, stop: () => void child.kill() };
    },
  };
}
